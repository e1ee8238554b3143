/** The rules that a page breaks, by axe. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * The app has no frame of another origin, so one run in the page sees everything. The library's usual way would open a second page for
 * every run. axe then lists every element that breaks a rule, and only the first element that keeps a rule.
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
