import { beforeAll } from 'vitest'
import { textsReady } from '../src/i18n/texts.ts'

// Texts load beside the code that shows them; a test may draw at once.
beforeAll(() => textsReady())

// A busy machine may take seconds to draw; the condition is what is waited for.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 10_000 })
}
