/** Every text of the app: of each folder, in each language. */
import { LANGUAGES, type Language } from '@galx/protocol/languages'

type Files = Record<string, { default: object }>
const files: Files = import.meta.glob(['../src/**/texts.*.ts', '../src/**/*Texts.*.ts'], { eager: true })

/** Texts by file, such as `products/galx/texts`. */
export function textsIn(language: Language): Record<string, object> {
  const ending = `.${LANGUAGES[language].file}.ts`
  return Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path.endsWith(ending))
      .map(([path, { default: texts }]) => [path.replace('../src/', '').replace(ending, ''), texts]),
  )
}

export const chineseTexts = textsIn('zh_CN')
export const englishTexts = textsIn('en_US')
export const vietnameseTexts = textsIn('vi_VN')
