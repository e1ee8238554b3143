import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** The oldest wallet WebViews that are still met. */
const targets = ['es2020', 'chrome87', 'safari14']

/**
 * What the first paint of any page needs comes in one file: every further request costs more than the few bytes that
 * one page does not use. The sheets, the English texts and the chain's libraries stay chunks of their own.
 */
const firstPaint = [
  /node_modules[\\/](react|react-dom|scheduler|zustand)[\\/]/,
  /web[\\/]src[\\/](main|i18n[\\/](?!en)|design[\\/](?!overlay[\\/]OverlayFrame|QrCode|CopyField|Tabs|Avatar)|config|state)/,
  /web[\\/]src[\\/](money|api|session|wallet|routes[\\/]routes|chain[\\/]chainStore|chain[\\/]accrual)/,
  /web[\\/]src[\\/]shell[\\/](App|boot|toast|theme|shellStore|whenIdle|header|navigation|frame[\\/](?!ShellOverlays))/,
  /web[\\/]src[\\/]transactions[\\/](runTransaction|transactionStore|problem)/,
  /packages[\\/]protocol[\\/]src[\\/](units|webConfig)/,
  // What the first route shares with the sheets it opens later
  /web[\\/]src[\\/]features[\\/]galx[\\/](useChainNow|model|intents)/,
  // The bundler's own helpers, which would be requests of a few bytes each
  /preload-helper|rolldown[\\/:]runtime|@oxc-project.runtime/,
]

/**
 * Two requests and a round trip less before the first paint: the page asks for the first route's code together with the
 * app's, and the bundler's helpers (a few hundred bytes without state, but a file of their own) are copied into both.
 */
function fewerRequests(): Plugin {
  return {
    name: 'galx-fewer-requests',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        const route = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/routes/galx.tsx'))
        const app = chunks.find(({ name }) => name === 'app')
        const runtime = chunks.find(({ name }) => name === 'rolldown-runtime')
        const page = bundle['index.html']
        if (!route || !app || !runtime || page?.type !== 'asset') {
          return this.error('The chunks of the first route are not where vite.config.ts expects them')
        }
        const helpers = runtime.code.match(/^([^]*?)export\s*\{([^}]*)\};?\s*$/)
        if (!helpers) return this.error('The bundler runtime has changed its shape')
        const exported = (helpers[2] ?? '').replace(/(\w+) as (\w+)/g, '$2:$1')
        for (const chunk of [app, route]) {
          const use = new RegExp(
            `import\\s*\\{([^}]*)\\}\\s*from\\s*"\\./${runtime.fileName.replace(/.*\//, '')}";?`,
          )
          chunk.code = chunk.code.replace(
            use,
            (_all, names: string) =>
              `const{${names.replace(/(\w+) as (\w+)/g, '$1:$2')}}=(()=>{${helpers[1]}return{${exported}}})();`,
          )
          if (chunk.code.includes(`from"./${runtime.fileName.replace(/.*\//, '')}"`)) {
            return this.error(`${chunk.fileName} still imports the bundler runtime`)
          }
          chunk.imports = chunk.imports.filter((file) => file !== runtime.fileName)
        }
        const link = `<link rel="modulepreload" crossorigin href="./${route.fileName}">`
        page.source = String(page.source)
          .replace(new RegExp(`\\s*<(script|link)[^>]*${runtime.fileName}[^>]*>(</script>)?`), '')
          .replace('</head>', `  ${link}\n  </head>`)
      },
    },
  }
}

/** One build for every deployment: it reads /config.json. Nothing inline, so that a strict policy holds. */
export default defineConfig({
  base: './',
  plugins: [react(), fewerRequests()],
  build: {
    target: targets,
    cssTarget: targets,
    manifest: true,
    // One style sheet: it is small, and a page whose styles need no request of their own cannot jump.
    cssCodeSplit: false,
    // data: URIs would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'app', test: (id: string) => firstPaint.some((pattern) => pattern.test(id)) },
          ],
        },
      },
    },
  },
  server: { port: 5173, strictPort: true },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
  },
})
