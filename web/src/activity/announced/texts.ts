import { defineTexts } from '../../i18n/texts.ts'

/** Where the list of announced changes comes from. */
export const announcedTexts = defineTexts({
  zh_CN: () => import('./texts.zh.ts'),
  en_US: () => import('./texts.en.ts'),
})
