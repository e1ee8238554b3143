import { defineTexts } from '../i18n/texts.ts'

/** Looking at an address without connecting. */
export const watchTexts = defineTexts({
  zh_CN: () => import('./watchTexts.zh.ts'),
  en_US: () => import('./watchTexts.en.ts'),
  vi_VN: () => import('./watchTexts.vi.ts'),
})
