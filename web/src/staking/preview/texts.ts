import { defineTexts } from '../../i18n/texts.ts'

/** Texts about the cost and the value of a stake or a claim. */
export const previewTexts = defineTexts({
  zh_CN: () => import('./texts.zh.ts'),
  en_US: () => import('./texts.en.ts'),
  vi_VN: () => import('./texts.vi.ts'),
})
