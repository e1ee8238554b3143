/**
 * Chooses the pages that one run shows. The nightly run (THOROUGH=1) shows each page at each width, in each theme and language. Other
 * runs show the home page in all of these combinations, and each other page in one or some. Neighbouring pages get different combinations.
 */
import { LANGUAGES, type Language } from './texts.ts'
import { HOME_PAGE, type PageName } from '@galx/protocol/products'

export const THOROUGH = process.env.THOROUGH === '1'

/**
 * @param pages all pages
 * @param combination the number of the combination, from 0
 * @param period each page appears in one of this many combinations
 * @returns the pages that this run shows in this combination
 */
export function pagesOf(pages: readonly PageName[], combination: number, period: number): PageName[] {
  return pages.filter((page, index) => THOROUGH || page === HOME_PAGE || (index + combination) % period === 0)
}

/**
 * The languages of a long test: each in the nightly run, one in other runs. The texts of all languages have their own tests in `web`.
 * @param number in other runs, tests with neighbouring numbers take different languages
 */
export function languagesOf(number: number): readonly Language[] {
  return THOROUGH ? LANGUAGES : [LANGUAGES[number % LANGUAGES.length]!]
}

/** Whether this run has a test that is needed once in `period` combinations. */
export function isShown(combination: number, period: number): boolean {
  return THOROUGH || combination % period === 0
}

/** @returns in the nightly run all cases; in other runs the first of every `period` cases */
export function someOf<Case>(cases: readonly Case[], period: number): Case[] {
  return cases.filter((_case, number) => isShown(number, period))
}
