// Every test, from a fresh clone with Node.js and npm alone. Sections by name: npm test -- contracts server
import { requireNode, installPackages } from './install.mjs'

requireNode()
installPackages()
const { runSections } = await import('./sections.mjs')
const { chooseSections } = await import('./testSections.mjs')

/** Measured on two idle cores; twice as long on a machine that others use. */
const MINUTES = 25

const chosen = chooseSections(process.argv.slice(2))
if (chosen.some(({ browser }) => browser)) {
  const { ensureBrowser } = await import('./browser.mjs')
  process.env.CHROMIUM_PATH = await ensureBrowser()
}
console.log(
  `${chosen.length} sections side by side, as cores and memory allow; all of them take about ${MINUTES} minutes on two idle cores.`,
)
await runSections(chosen, { closingLine: true, outputs: 'node_modules/.cache/sections' })
