// Every test, from a fresh clone with Node.js and npm alone. Sections by name: npm test -- contracts server
import { requireNode, installPackages } from './install.mjs'

requireNode()
installPackages()
const { runSections } = await import('./sections.mjs')
const { chooseSections } = await import('./testSections.mjs')

const chosen = chooseSections(process.argv.slice(2))
if (chosen.some(({ browser }) => browser)) {
  const { ensureBrowser } = await import('./browser.mjs')
  process.env.CHROMIUM_PATH = await ensureBrowser()
}
await runSections(chosen, { closingLine: true })
