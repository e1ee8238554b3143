/** The descriptors' words, in both languages. */
import english from './texts.en.ts'
import chinese from './texts.zh.ts'

/** The same keys and the same parameters in another language. */
export type Translation<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : Texts[Key] extends string
      ? string
      : Texts[Key] extends readonly [string, string]
        ? readonly [string, string]
        : Translation<Texts[Key]>
}

export type ClearSigningTexts = Translation<typeof chinese>

export const CLEAR_SIGNING_TEXTS: Readonly<Record<'zh_CN' | 'en_US', ClearSigningTexts>> = {
  zh_CN: chinese,
  en_US: english,
}
