import type { Plugin } from 'vite'
import * as registry from '../../packages/protocol/src/products.ts'

/**
 * The registry derives its lists from one table when it is loaded. The build computes the lists instead, so that a chunk
 * holds the lists that it uses and not the whole table.
 */
export function registryAsConstants(): Plugin {
  return {
    name: 'galx-registry-as-constants',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('/packages/protocol/src/products.ts')) return undefined
      return Object.entries(registry)
        .filter(([, value]) => typeof value !== 'function')
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .concat(String(registry.productOfPool).replace(/^/, 'export '))
        .join('\n')
    },
  }
}
