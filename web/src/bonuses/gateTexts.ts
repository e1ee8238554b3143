import { defineTexts } from '../i18n/texts.ts'

/** The texts about bonuses that every account sees, with or without a bonus. */
export const bonusGateTexts = defineTexts({
  zh_CN: () => import('./gateTexts.zh.ts'),
  en_US: () => import('./gateTexts.en.ts'),
  vi_VN: () => import('./gateTexts.vi.ts'),
})
