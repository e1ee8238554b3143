/** The promotion ladder as it is drawn, without React. Amounts are wei of USDT. */
import type { PromotionCalculation } from '@galx/protocol/http/bonuses'
import type { RulesetJson } from '@galx/protocol/rulesets'

export type Step = { members: number; amount: bigint; reached: boolean; next: boolean }

/** @param qualified members; null: not known, then nothing is reached and nothing is next */
export function stepsOf(ladder: RulesetJson['ladder'], qualified: number | null): Step[] {
  const next = qualified === null ? undefined : ladder.find(({ members }) => members > qualified)
  return ladder.map((step) => ({
    members: step.members,
    amount: BigInt(step.amount),
    reached: qualified !== null && step.members <= qualified,
    next: step === next,
  }))
}

/** Members in the order of their progress: qualified ones, then those that are soonest, then those without a position. */
export function byProgress(members: PromotionCalculation['members']): PromotionCalculation['members'] {
  const rank = ({ qualified, since }: (typeof members)[number]) =>
    qualified ? 0 : (since ?? Number.MAX_SAFE_INTEGER)
  return [...members].sort((one, other) => rank(one) - rank(other))
}
