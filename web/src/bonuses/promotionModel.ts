/** The promotion ladder for the screen, without React. Amounts are wei of USDT. */
import type { PromotionCalculation } from '@galx/protocol/http/bonuses'
import type { RulesetJson } from '@galx/protocol/rulesets'

export type Step = { members: number; amount: bigint; reached: boolean; next: boolean }

/**
 * The ruleset of an epoch. Other rulesets may be announced for later epochs.
 * @param settled the last settled epoch; null: no epoch is settled, so the first ruleset applies
 * @returns undefined for an epoch before the first ruleset
 */
export function rulesetIn(rulesets: readonly RulesetJson[], settled: number | null): RulesetJson | undefined {
  if (settled === null) return rulesets[0]
  return rulesets.filter(({ firstEpoch }) => BigInt(firstEpoch) <= BigInt(settled)).at(-1)
}

/** @returns undefined if there are several rulesets, because the choice then depends on the epoch */
export function onlyOne(rulesets: readonly RulesetJson[]): RulesetJson | undefined {
  return rulesets.length === 1 ? rulesets[0] : undefined
}

/** @param qualified the number of qualified members; null: not known, so no step is reached and no step is next */
export function stepsOf(ladder: RulesetJson['ladder'], qualified: number | null): Step[] {
  const next = qualified === null ? undefined : ladder.find(({ members }) => members > qualified)
  return ladder.map((step) => ({
    members: step.members,
    amount: BigInt(step.amount),
    reached: qualified !== null && step.members <= qualified,
    next: step === next,
  }))
}

/** Members in the order of their progress: qualified members, then members by the time left, then members without a position. */
export function byProgress(members: PromotionCalculation['members']): PromotionCalculation['members'] {
  const rank = ({ qualified, since }: (typeof members)[number]) =>
    qualified ? 0 : (since ?? Number.MAX_SAFE_INTEGER)
  return [...members].sort((one, other) => rank(one) - rank(other))
}
