import { defineTexts } from '../i18n/texts.ts'

/** Texts about gifts that are not shown. */
export const giftTexts = defineTexts({
  zh_CN: () => import('./giftTexts.zh.ts'),
  en_US: () => import('./giftTexts.en.ts'),
  vi_VN: () => import('./giftTexts.vi.ts'),
})
