import { defineTexts } from './texts.ts'

export const agreedTexts = defineTexts({
  zh_CN: () => import('./agreedTexts.zh.ts'),
  en_US: () => import('./agreedTexts.en.ts'),
})
