/** Searches the built app for names that the named browsers lack. `node --import tsx build/checkBrowsers.ts` */
import { join } from 'node:path'
import { builtScripts, missed } from './browsers.ts'

// The production build: React's development build would add its own helpers.
process.env.NODE_ENV = 'production'
const scripts = await builtScripts(join(import.meta.dirname, '..'))
const lines = missed(scripts)
for (const line of lines) console.error(line)
if (lines.length > 0) process.exitCode = 1
else console.log(`ok: ${scripts.length} scripts use nothing that the named browsers lack`)
