/** Searches the built app and the built lifeboat for names that the named browsers lack. `node --import tsx build/checkBrowsers.ts` */
import { join } from 'node:path'
import { builtScripts, lifeboatScript, missed } from './browsers.ts'

const web = join(import.meta.dirname, '..')
const pages = [await builtScripts(web), [lifeboatScript(join(web, '../lifeboat'))]]
const lines = missed(pages)
for (const line of lines) console.error(line)
if (lines.length > 0) process.exitCode = 1
else console.log(`ok: ${pages.flat().length} scripts use nothing that the named browsers lack`)
