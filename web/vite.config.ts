import { createRequire } from 'node:module'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { community as communityEnglish } from './src/i18n/en_US/community.ts'
import { galx as galxEnglish } from './src/i18n/en_US/galx.ts'
import { shell as shellEnglish } from './src/i18n/en_US/shell.ts'
import { start as startEnglish } from './src/i18n/en_US/start.ts'
import { community } from './src/i18n/zh_CN/community.ts'
import { galx } from './src/i18n/zh_CN/galx.ts'
import { shell } from './src/i18n/zh_CN/shell.ts'
import { start } from './src/i18n/zh_CN/start.ts'

/** The oldest wallet WebViews that are still met. */
const targets = ['es2020', 'chrome87', 'safari14']

/**
 * What the first paint of any page needs comes in two files: every further request costs more than the few bytes that
 * one page does not use. Two rather than one, because they are evaluated in two tasks (public/boot.js), and a phone stays
 * responsive in between. The sheets, the English texts and the chain's libraries stay chunks of their own.
 */
const library = [
  /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|zustand)[\\/]|react-module:/,
  // The bundler's own helpers, which would be requests of a few bytes each
  /preload-helper|rolldown[\\/:]runtime|@oxc-project.runtime/,
]
const firstPaint = [
  /web[\\/]src[\\/](main|i18n[\\/](?!en)|design[\\/](?!overlay[\\/]OverlayFrame|QrCode|CopyField|Tabs|Avatar)|core[\\/]config|core[\\/]state|app)/,
  /web[\\/]src[\\/](core[\\/](money|api|session|wallet|chain[\\/]chainStore|chain[\\/]accrual)|routes[\\/]routes)/,
  /web[\\/]src[\\/]shell[\\/](App|boot|toast|theme|shellStore|header|navigation|frame[\\/](?!ShellOverlays))/,
  /web[\\/]src[\\/]core[\\/]transactions[\\/](runTransaction|transactionStore|problem)/,
  /packages[\\/]protocol[\\/]src[\\/](units|webConfig|products)/,
]
const group = (name: string, patterns: RegExp[]) => ({
  name,
  test: (id: string) => patterns.some((pattern) => pattern.test(id)),
})

const catalogues: Record<string, Record<string, Record<string, unknown>>> = {
  zh_CN: { community, galx, shell, start },
  en_US: { community: communityEnglish, galx: galxEnglish, shell: shellEnglish, start: startEnglish },
}

/** Puts the catalogue's words where index.html names them: %language.namespace.key%. */
function firstWords(): Plugin {
  return {
    name: 'galx-first-words',
    transformIndexHtml: {
      order: 'pre',
      handler: (page) =>
        page.replace(
          /%(zh_CN|en_US)\.(\w+)\.(\w+)%/g,
          (name, language: string, space: string, key: string) => {
            const text = catalogues[language]?.[space]?.[key]
            if (typeof text !== 'string') throw new Error(`index.html: the catalogue has no text ${name}`)
            return text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
          },
        ),
    },
  }
}

/**
 * Leaves the app's start to public/boot.js: the built page fetches the scripts ahead instead of running them at once,
 * before anything is painted. In the development server the page runs them itself.
 */
function startAfterPaint(): Plugin {
  return {
    name: 'galx-start-after-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(page) {
        const script = /<script type="module" crossorigin src="([^"]+)"><\/script>/g
        if (!script.test(page)) throw new Error('index.html: the built page has no module script to start')
        return page.replace(script, '<link rel="modulepreload" fetchpriority="low" crossorigin href="$1">')
      },
    },
  }
}

/**
 * React comes as CommonJS only, and every chunk that uses it would wrap it anew and need the bundler's helpers for that,
 * which is one request more before the first paint. Here it is wrapped once, beside React itself.
 */
function reactAsModules(): Plugin {
  const packages = [
    'react',
    'react/jsx-runtime',
    'react-dom',
    'react-dom/client',
    // Base UI's, from before React had them itself
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

/** One build for every deployment: it reads /config.json. Nothing inline, so that a strict policy holds. */
export default defineConfig({
  base: './',
  plugins: [react(), reactAsModules(), firstWords(), startAfterPaint()],
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
          groups: [group('library', library), group('app', firstPaint)],
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
    // Some of them wait for a real node, on two cores that others use too.
    testTimeout: 30_000,
  },
})
