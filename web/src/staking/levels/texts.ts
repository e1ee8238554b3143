import { defineTexts } from '../../i18n/texts.ts'

/** Texts about a level's boost that a pool does not count yet. */
export const boostTexts = defineTexts({
  zh_CN: () => import('./texts.zh.ts'),
  en_US: () => import('./texts.en.ts'),
  vi_VN: () => import('./texts.vi.ts'),
})
