import { beforeAll } from 'vitest'
import { textsReady } from '../src/i18n/texts.ts'

// Texts load beside the code that shows them; a test may draw at once.
beforeAll(() => textsReady())
