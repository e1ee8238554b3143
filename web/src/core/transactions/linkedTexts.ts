import { defineTexts } from '../../i18n/texts.ts'

/** The texts of linked intents (sendLinked). */
export const linkedTexts = defineTexts({
  zh_CN: () => import('./linkedTexts.zh.ts'),
  en_US: () => import('./linkedTexts.en.ts'),
  vi_VN: () => import('./linkedTexts.vi.ts'),
})
