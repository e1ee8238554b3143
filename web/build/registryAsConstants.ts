import type { Plugin } from 'vite'
import * as registry from '../../packages/protocol/src/products.ts'

const PREFIX = '\0registry:'
const IMPORT = /^import \{([^}]*)\} from '(?:@galx\/protocol\/products|\.{1,2}\/products\.ts)'$/gm
const values: Record<string, unknown> = registry

/**
 * The registry derives its lists from one table when it is loaded. The build computes the lists in advance and makes each a
 * separate module: a chunk holds only its own lists, and not the table. Where the app
 * reads the table itself, as in `PRODUCTS.galx.pools`, the build inserts the value. So another product or page adds
 * no script to the first route.
 */
export function registryAsConstants(): Plugin {
  return {
    name: 'galx-registry-as-constants',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source.startsWith(PREFIX) ? source : undefined),
    transform(code, id) {
      if (!/\/(web|packages\/protocol)\/src\//.test(id)) return undefined
      return code
        .replace(IMPORT, (_, names: string) => importsOf(names))
        .replace(/\bPRODUCTS\.(\w+)\.(\w+)\b/g, (asked, product, key) => {
          const answer = (registry.PRODUCTS as Record<string, Record<string, unknown> | undefined>)[
            product
          ]?.[key]
          return answer === undefined ? asked : JSON.stringify(answer)
        })
    },
    load(id) {
      if (!id.startsWith(PREFIX)) return undefined
      const name = id.slice(PREFIX.length)
      const value = values[name]
      if (value === undefined) throw new Error(`The registry has no ${name}`)
      const code =
        typeof value === 'function'
          ? `import { PRODUCTS } from '${PREFIX}PRODUCTS'\nexport ${String(value)}`
          : `export const ${name} = ${JSON.stringify(value)}`
      return { code, moduleSideEffects: false }
    },
  }
}

/** Splits an import of several names into one import for each. Types still come from the registry's own file. */
function importsOf(names: string): string {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) =>
      name.startsWith('type ')
        ? `import type { ${name.slice('type '.length)} } from '@galx/protocol/products'`
        : `import { ${name} } from '${PREFIX}${name}'`,
    )
    .join('\n')
}
