/** The rules that a page breaks, by axe. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * Runs axe inside the page. The app has no frame of another origin, so this run sees everything and needs no second page, which the library
 * opens by default. For each rule, axe lists every element that breaks the rule, but only the first element that keeps it.
 * @param tags only rules with one of these tags; without tags every rule
 * @returns one line for each violation, with the elements and the reason
 */
export async function findViolations(page: Page, tags?: readonly string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (tags === undefined ? axe : axe.withTags([...tags])).analyze()
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary}`).join(' | ')}`,
  )
}
