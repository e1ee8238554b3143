/** The demo wallet's texts. All languages are part of its code, which no other visit loads. */
import type { Language } from '@galx/protocol/languages'
import { currentLanguage, type Translation } from '../i18n/texts.ts'
import english from './texts.en.ts'
import vietnamese from './texts.vi.ts'
import chinese from './texts.zh.ts'

type DemoTexts = Translation<typeof chinese>

const TEXTS: Readonly<Record<Language, DemoTexts>> = { zh_CN: chinese, en_US: english, vi_VN: vietnamese }

export function demoTexts(): DemoTexts {
  return TEXTS[currentLanguage()]
}
