import type { ReactNode } from 'react'
import { currentLanguage } from '../src/i18n/texts.ts'

/** A component's states: a description of each, and the component in that state. */
export type States = Readonly<Record<string, () => ReactNode>>

/** Entries by the component's folder in src/design, or by the component's name in src/staking. */
export type Entries = Readonly<Record<string, States>>

/** An example text: Chinese for Chinese, English for every other language. The components' own texts come from their folders. */
export function say(chinese: string, english: string): string {
  return currentLanguage() === 'zh_CN' ? chinese : english
}
