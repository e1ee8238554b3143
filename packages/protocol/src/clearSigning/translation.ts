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
