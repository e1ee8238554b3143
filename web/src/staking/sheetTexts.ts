import { defineTexts } from '../i18n/texts.ts'

/** Texts of the sheets that a press opens. The first route does not load them. */
export const sheetTexts = defineTexts({
  zh_CN: () => import('./sheetTexts.zh.ts'),
  en_US: () => import('./sheetTexts.en.ts'),
  vi_VN: () => import('./sheetTexts.vi.ts'),
})
