import { defineTexts } from '../i18n/texts.ts'

/** The history list of every product. */
export const activityTexts = defineTexts({
  zh_CN: () => import('./texts.zh.ts'),
  en_US: () => import('./texts.en.ts'),
  vi_VN: () => import('./texts.vi.ts'),
})
