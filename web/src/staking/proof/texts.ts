import { defineTexts } from '../../i18n/texts.ts'

/** Texts about the comparison of reserves and debts. */
export const proofTexts = defineTexts({
  zh_CN: () => import('./texts.zh.ts'),
  en_US: () => import('./texts.en.ts'),
  vi_VN: () => import('./texts.vi.ts'),
})
