// Every test, from a fresh clone with only Node.js and npm. Sections by name: npm test -- contracts server
import { requireNode, installPackages } from './install.mjs'
import { refuseProxy } from './proxy.mjs'

requireNode()
refuseProxy()
installPackages()
const { runSections } = await import('./sections.mjs')
const { chooseSections } = await import('./testSections.mjs')

/** The duration on virtual machines with two cores. */
const MINUTES = 20

const chosen = chooseSections(process.argv.slice(2))
if (chosen.some(({ browser }) => browser)) {
  const { ensureBrowser } = await import('./browser.mjs')
  process.env.CHROMIUM_PATH = await ensureBrowser()
}
console.log(
  `${chosen.length} sections side by side, as cores and memory allow; all of them take about ${MINUTES} minutes on two cores.`,
)
await runSections(chosen, { closingLine: true, outputs: 'node_modules/.cache/sections' })
