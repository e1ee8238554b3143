import { defineTexts } from '../../i18n/texts.ts'

/** What a stake or a claim costs and is worth. */
export const previewTexts = defineTexts({
  zh_CN: () => import('./texts.zh.ts'),
  en_US: () => import('./texts.en.ts'),
})
