/** The descriptors' words, in each language. */
import type { Language } from '../languages.ts'
import english from './texts.en.ts'
import vietnamese from './texts.vi.ts'
import chinese from './texts.zh.ts'
import type { Translation } from './translation.ts'

export type ClearSigningTexts = Translation<typeof chinese>

export const CLEAR_SIGNING_TEXTS: Readonly<Record<Language, ClearSigningTexts>> = {
  zh_CN: chinese,
  en_US: english,
  vi_VN: vietnamese,
}
