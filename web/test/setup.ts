import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll, vi } from 'vitest'

// Files share a worker, and with it what is installed; of our own modules, which keep state, each file has new ones.
vi.resetModules()
if (typeof document !== 'undefined') {
  document.body.replaceChildren()
  document.documentElement.removeAttribute('style')
  localStorage.clear()
  sessionStorage.clear()
  window.location.hash = ''
  // A busy machine may take seconds to draw; the condition is what is waited for.
  configure({ asyncUtilTimeout: 10_000 })
  afterEach(() => cleanup())
}

// Texts load beside the code that shows them; a test may draw at once.
beforeAll(async () => {
  const { textsReady } = await import('../src/i18n/texts.ts')
  await textsReady()
})
