import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { OLDEST } from './build/oldest.ts'
import { devConfig } from './build/devConfig.ts'
import { createFirstRoute } from './build/firstRoute.ts'
import { firstWords } from './build/firstWords.ts'
import { createLicences } from './build/licences.ts'
import { homePageFile } from './build/pageFiles.ts'
import { productionCode } from './build/productionCode.ts'
import { reactAsModules } from './build/reactAsModules.ts'
import { registryAsConstants } from './build/registryAsConstants.ts'
import { startAfterPaint } from './build/startAfterPaint.ts'
import webPackage from './package.json' with { type: 'json' }

/** Tests that start a chain or build the app: `npm run check` leaves them out. */
const WITH_PROGRAMS = ['test/{chain,build}/**/*.test.{ts,tsx}']

const targets = ['es2020', `chrome${OLDEST.chrome}`, `safari${OLDEST.safari}`]

/**
 * The same for scripts, without Chrome: up to version 90 Chrome gets a call like `f?.(...list, last)` wrong, and because of that the build
 * would rewrite every `?.` of the app and its libraries. The app has no such call: test/build/build.test.ts checks this.
 */
const scriptTargets = targets.filter((target) => !target.startsWith('chrome'))

const firstRoute = createFirstRoute()
const licences = createLicences()

/** Tests of models and texts, which draw nothing. They need no page. */
const WITHOUT_PAGE = [
  'test/**/{m,*M}odel.test.ts',
  'test/bonuses/*.test.ts',
  'test/core/{decimalMark,money,texts,typicalGas}.test.ts',
  'test/invitation/*.test.ts',
  'test/shell/{contrast,figures,texts}.test.ts',
  'test/staking/format.test.ts',
]

/** One build for every deployment: it reads /config.json. Nothing is inline, so that a strict content security policy works. */
export default defineConfig({
  base: './',
  plugins: [
    productionCode(),
    react(),
    reactAsModules(),
    registryAsConstants(),
    firstRoute.plugin,
    firstWords(),
    startAfterPaint(),
    devConfig(),
    licences.plugin,
  ],
  worker: { plugins: licences.ofWorkers },
  define: { __APP_VERSION__: JSON.stringify(webPackage.version) },
  resolve: { alias: { 'virtual:home-page': homePageFile() } },
  build: {
    target: scriptTargets,
    cssTarget: targets,
    manifest: true,
    // One style sheet: it is small, and a page without a separate request for styles cannot jump.
    cssCodeSplit: false,
    // data: URIs would need an exception in the content security policy.
    assetsInlineLimit: 0,
    // index.html and public/boot.js preload the needed files; the bundler's own list would be in every chunk.
    modulePreload: false,
    rolldownOptions: {
      // Class fields are assigned: no field here shadows a setter, and helpers that define fields would load before the first paint.
      transform: { assumptions: { setPublicClassFields: true } },
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: firstRoute.groups },
      },
    },
  },
  server: { port: 5173, strictPort: true },
  test: {
    // The files of a worker share its libraries. A worker has files of one project only, so the projects run one after another.
    projects: [
      {
        extends: true,
        test: {
          name: 'page',
          environment: 'jsdom',
          isolate: false,
          sequence: { groupOrder: 0 },
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...WITHOUT_PAGE, ...WITH_PROGRAMS],
        },
      },
      {
        extends: true,
        test: {
          name: 'programs',
          environment: 'jsdom',
          isolate: false,
          sequence: { groupOrder: 1 },
          include: WITH_PROGRAMS,
          globalSetup: ['test/chain/chains.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'no-page',
          environment: 'node',
          isolate: false,
          sequence: { groupOrder: 2 },
          include: WITHOUT_PAGE,
        },
      },
    ],
    setupFiles: ['test/setup.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    // Some tests wait for a real node, on two cores that other programs use, too.
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
})
