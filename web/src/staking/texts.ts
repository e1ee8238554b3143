import { defineTexts } from '../i18n/texts.ts'

/** What every staking product says. Tokens and pools are parameters. */
export const stakingTexts = defineTexts({
  zh_CN: () => import('./texts.zh.ts'),
  en_US: () => import('./texts.en.ts'),
})
