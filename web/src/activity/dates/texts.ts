import { defineTexts } from '../../i18n/texts.ts'

/** What has a date, and what announced changes do. */
export const datesTexts = defineTexts({
  zh_CN: () => import('./texts.zh.ts'),
  en_US: () => import('./texts.en.ts'),
})
