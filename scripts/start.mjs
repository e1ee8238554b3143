// `npm start` and `npm run dev`: needs only Node.js and npm. Installs the packages if necessary, bundles stack/src/start.ts and runs it
// in this same process, so that there is one process to stop.
import { pathToFileURL } from 'node:url'
import { requireNode, installPackages } from './install.mjs'
import { refuseProxy } from './proxy.mjs'

requireNode()
refuseProxy()
installPackages()
const { buildPrograms } = await import('../stack/build.mjs')
const program = await buildPrograms()
process.setSourceMapsEnabled(true)
await import(pathToFileURL(program).href)
