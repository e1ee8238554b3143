import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

/**
 * React is published only as CommonJS. Every chunk that uses React would wrap it again and need the bundler's helpers,
 * which cost one more request before the first paint. Here React is wrapped once, beside React itself.
 */
export function reactAsModules(): Plugin {
  const packages = [
    'react',
    'react/jsx-runtime',
    'react-dom',
    'react-dom/client',
    // Base UI's shims from before React had these hooks
    'use-sync-external-store/shim',
    'use-sync-external-store/shim/with-selector',
  ]
  const require = createRequire(import.meta.url)
  return {
    name: 'galx-react-as-modules',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, _importer, { kind }) {
      return packages.includes(id) && kind !== 'require-call' ? `\0react-module:${id}` : undefined
    },
    load(id) {
      if (!id.startsWith('\0react-module:')) return undefined
      const name = id.slice('\0react-module:'.length)
      const path = require.resolve(name)
      const names = Object.keys(require(name) as object)
      return [
        `import whole from ${JSON.stringify(path)}`,
        'export default whole',
        ...names.map((one) => `export const ${one} = whole.${one}`),
      ].join('\n')
    },
  }
}
