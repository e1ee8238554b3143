import { defineTexts } from '../i18n/texts.ts'

/** What every account sees of bonuses, with or without one. */
export const bonusGateTexts = defineTexts({
  zh_CN: () => import('./gateTexts.zh.ts'),
  en_US: () => import('./gateTexts.en.ts'),
})
