// `npm start`: needs nothing but Node.js and npm. Installs the packages if need be, then hands over to stack/src/start.ts
// in this same process, so that there is one process to stop.
import { requireNode, installPackages } from './install.mjs'

requireNode()
installPackages()
const { register } = await import('tsx/esm/api')
register()
await import('../stack/src/start.ts')
