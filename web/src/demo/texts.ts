/** The demo wallet's texts. Both languages are part of its code, which no other visit loads. */
import { currentLanguage, type Translation } from '../i18n/texts.ts'
import english from './texts.en.ts'
import chinese from './texts.zh.ts'

export function demoTexts(): Translation<typeof chinese> {
  return currentLanguage() === 'en_US' ? english : chinese
}
