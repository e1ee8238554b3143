import { afterAll, beforeAll } from 'vitest'
import { textsReady } from '../src/i18n/texts.ts'

/** The test's page, which Vitest's environment provides. */
declare const jsdom: { window: Window }

// Texts load beside the code that shows them; a test may draw at once.
beforeAll(() => textsReady())

// Newer versions of Node.js have storages of their own, which hide those of the page.
if (typeof document !== 'undefined') {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    Object.defineProperty(globalThis, name, { configurable: true, get: () => jsdom.window[name] })
}

// A busy machine may take seconds to draw, so tests wait for the condition.
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 10_000 })
  // The timers of a page that is still drawn would run after Vitest has removed the window.
  afterAll(cleanup)
}
