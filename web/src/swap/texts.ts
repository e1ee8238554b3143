import { defineTexts } from '../i18n/texts.ts'

/** The texts of every swap. */
export const swapTexts = defineTexts({
  zh_CN: () => import('./texts.zh.ts'),
  en_US: () => import('./texts.en.ts'),
  vi_VN: () => import('./texts.vi.ts'),
})
