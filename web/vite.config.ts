import react from '@vitejs/plugin-react'
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
  // The bundler's own helpers, which would be requests of a few bytes each
  /preload-helper|rolldown[\\/:]runtime|@oxc-project.runtime/,
]

/** One build for every deployment: it reads /config.json. Nothing inline, so that a strict policy holds. */
export default defineConfig({
  base: './',
  plugins: [react()],
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
          groups: [{ name: 'app', test: (id: string) => firstPaint.some((pattern) => pattern.test(id)) }],
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
