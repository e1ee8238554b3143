import { defineTexts } from '../../i18n/texts.ts'

export const errorTexts = defineTexts({
  zh_CN: () => import('./errorTexts.zh.ts'),
  en_US: () => import('./errorTexts.en.ts'),
  vi_VN: () => import('./errorTexts.vi.ts'),
})
