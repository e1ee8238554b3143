import type { Plugin } from 'vite'
import * as registry from '../../packages/protocol/src/products.ts'

/**
 * The registry derives its lists from one table when it is loaded. The build computes the lists instead, so that a chunk
 * holds the lists that it uses and not the whole table. Where the app asks the table itself, as in `PRODUCTS.galx.pools`,
 * the build puts in the answer: another product must not cost the first route a byte.
 */
export function registryAsConstants(): Plugin {
  return {
    name: 'galx-registry-as-constants',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/web/src/') || !code.includes('PRODUCTS.')) return undefined
      return code.replace(/\bPRODUCTS\.(\w+)\.(\w+)\b/g, (asked, product, key) => {
        const answer = (registry.PRODUCTS as Record<string, Record<string, unknown> | undefined>)[product]?.[
          key
        ]
        return answer === undefined ? asked : JSON.stringify(answer)
      })
    },
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
