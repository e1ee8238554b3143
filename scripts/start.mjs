// `npm start` and `npm run dev`: needs nothing but Node.js and npm. Installs the packages if need be, bundles and runs stack/src/start.ts
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
