/**
 * The pages that one run shows. Every night (THOROUGH=1) each page appears at each width, in each theme and language. Other
 * runs show each page in one or some of these combinations, neighbouring pages in different combinations, and the home page in all.
 */
import { HOME_PAGE, type PageName } from '@galx/protocol/products'

export const THOROUGH = process.env.THOROUGH === '1'

/**
 * @param pages all pages
 * @param combination its number, from 0
 * @param period each page appears in one of this many combinations
 * @returns the pages that this run shows in this combination
 */
export function pagesOf(pages: readonly PageName[], combination: number, period: number): PageName[] {
  return pages.filter((page, index) => THOROUGH || page === HOME_PAGE || (index + combination) % period === 0)
}

/** Whether this run has a test that is needed once in `period` combinations. */
export function isShown(combination: number, period: number): boolean {
  return THOROUGH || combination % period === 0
}
