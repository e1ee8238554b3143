import { afterAll, beforeAll, vi } from 'vitest'

/** The test's page, which Vitest's environment provides. */
declare const jsdom: { window: Window }

// The files of a worker share the libraries. Each file loads the app's own modules again, so it gets no state and no mock of another file.
vi.resetModules()
const { textsReady } = await import('../src/i18n/texts.ts')

// Texts load beside the code that shows them; a test may draw at once.
beforeAll(() => textsReady())

if (typeof document !== 'undefined') {
  // Newer versions of Node.js have storages of their own, which hide those of the page.
  for (const name of ['localStorage', 'sessionStorage'] as const)
    Object.defineProperty(globalThis, name, { configurable: true, get: () => jsdom.window[name] })

  // A busy machine may take seconds to draw, so tests wait for the condition.
  const { cleanup, configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 10_000 })

  const { watchPage } = await import('./freshPage.ts')
  const emptyPage = watchPage()
  afterAll(async () => {
    cleanup()
    // Code that a page was still loading would otherwise run, and send requests, in the next file.
    await vi.dynamicImportSettled()
    emptyPage()
  })
}
