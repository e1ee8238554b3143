import { defineTexts } from '../../i18n/texts.ts'

/** The origin of the list of announced changes. */
export const announcedTexts = defineTexts({
  zh_CN: () => import('./texts.zh.ts'),
  en_US: () => import('./texts.en.ts'),
  vi_VN: () => import('./texts.vi.ts'),
})
