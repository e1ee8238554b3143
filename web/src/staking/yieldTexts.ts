import { defineTexts } from '../i18n/texts.ts'

/** Texts of the chart of a pool’s past yield. */
export const yieldTexts = defineTexts({
  zh_CN: () => import('./yieldTexts.zh.ts'),
  en_US: () => import('./yieldTexts.en.ts'),
  vi_VN: () => import('./yieldTexts.vi.ts'),
})
