/** Every text of the app: of each folder, in both languages. */
type Files = Record<string, { default: object }>
const chinese: Files = import.meta.glob(['../src/**/texts.zh.ts', '../src/**/*Texts.zh.ts'], { eager: true })
const english: Files = import.meta.glob(['../src/**/texts.en.ts', '../src/**/*Texts.en.ts'], { eager: true })

function byFolder(files: Files) {
  return Object.fromEntries(
    Object.entries(files).map(([path, { default: texts }]) => [
      path.replace('../src/', '').replace(/\.(zh|en)\.ts$/, ''),
      texts,
    ]),
  )
}

/** Texts by file, such as `products/galx/texts`. */
export const chineseTexts = byFolder(chinese)
export const englishTexts = byFolder(english)
