/**
 * The languages of the app and of the servers' messages, by their names in APP_LANG and Accept-language, in the picker's order. A
 * language is added here: the compiler then names every table that lacks the language.
 */
export const LANGUAGES = {
  zh_CN: { html: 'zh-CN', file: 'zh', name: '中文' },
  en_US: { html: 'en', file: 'en', name: 'English' },
  vi_VN: { html: 'vi', file: 'vi', name: 'Tiếng Việt' },
} as const satisfies Record<string, LanguageFacts>

type LanguageFacts = {
  /** the value of `lang` in HTML */
  html: string
  /** the part of a text file's name: `texts.zh.ts` */
  file: string
  /** the language's name, in the language itself */
  name: string
}

export type Language = keyof typeof LANGUAGES

export const LANGUAGE_NAMES = Object.keys(LANGUAGES) as Language[]
