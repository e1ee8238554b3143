/**
 * The promotion's part of the check. The owed sum follows from the entitlement, which grows from epoch to epoch. So the check compares the
 * entitlement's growth with the file of the previous epoch, the members with each other, and the members' positions with the chain.
 */
import type { PromotionCalculation } from '@galx/protocol/http/bonuses'
import type { RulesetJson } from '@galx/protocol/rulesets'
import { largePositions } from './chainAnswers.ts'
import { fact, type CheckedFact } from './facts.ts'
import type { CheckInput, Sources } from './input.ts'
import { growthFits } from './points.ts'
import { readEpoch, type ReadFile } from './readEpoch.ts'

/** The least age, in epochs, of a position that qualifies a member. */
const QUALIFYING_EPOCHS = 7

/** The file and the ruleset; each is null unless the chain confirms its hash. */
export type Proven = { file: ReadFile | null; ruleset: RulesetJson | null }

export async function checkPromotion(
  input: CheckInput,
  calculation: PromotionCalculation,
  { file, ruleset }: Proven,
  sources: Sources,
): Promise<CheckedFact[]> {
  const [before, qualified] = await Promise.all([
    entitledBefore(input, file, sources),
    checkMembers(input, calculation, ruleset, sources),
  ])
  return [checkGrowth(input, calculation, ruleset, before), qualified, checkHighest(calculation)]
}

/**
 * The account's entitlement at the end of the previous epoch, from the file whose hash this epoch's header contains; null if unknown. An
 * account without a row was owed nothing: its whole entitlement was granted.
 */
async function entitledBefore(
  input: CheckInput,
  file: ReadFile | null,
  sources: Sources,
): Promise<bigint | null> {
  if (file === null) return null
  const { shown, epoch } = input
  if (file.header.previous === null) return 0n
  const before = await readEpoch(input, sources, epoch - 1).catch(() => null)
  if (before === null || before.hash !== file.header.previous) return null
  const { row, header } = before
  if (row !== null) return row.points + row.cumulative - row.bonus
  // An epoch without the promotion has no rows for it, even if sums are owed.
  if (!header.programs.some(({ key }) => key === shown.program)) return null
  return BigInt(shown.cumulative) - BigInt(shown.bonus)
}

function checkGrowth(
  { shown }: CheckInput,
  { entitled, qualified, highest }: PromotionCalculation,
  ruleset: RulesetJson | null,
  before: bigint | null,
): CheckedFact {
  const after = BigInt(entitled)
  // All three values must match the file's row.
  if (after !== BigInt(shown.points) + BigInt(shown.cumulative) - BigInt(shown.bonus))
    return fact('points', 'wrong', 'entitled')
  if (before === null) return fact('points', 'unknown', 'noBefore')
  if (ruleset === null) return fact('points', 'unknown', 'noRules')
  const ladder = ruleset.ladder.map(({ members, amount }) => ({ members, amount: BigInt(amount) }))
  const fits = growthFits(ladder, { qualified, highest }, before, after)
  if (fits === 'never') return fact('points', 'wrong', 'growth')
  if (qualified === null) return fact('points', 'unknown', 'notCounted')
  return fits === 'always'
    ? fact('points', 'right', 'grown', String(qualified))
    : fact('points', 'unknown', 'highest')
}

/** Checking the highest number of members would need the files of all epochs. */
function checkHighest({ qualified, highest }: PromotionCalculation): CheckedFact {
  const below = highest !== null && qualified !== null && highest < qualified
  return fact('highest', below ? 'wrong' : 'unknown')
}

async function checkMembers(
  input: CheckInput,
  { qualified, members, memberCount }: PromotionCalculation,
  ruleset: RulesetJson | null,
  { rpc }: Sources,
): Promise<CheckedFact> {
  const { account, from, to, contracts } = input
  const by = to - QUALIFYING_EPOCHS * (to - from)
  const addresses = members.map(({ address }) => address)
  const flagged = members.filter((member) => member.qualified).length
  const notSaid = members.filter((member) => member.qualified === null).length
  const impossible =
    addresses.includes(account) ||
    new Set(addresses).size < addresses.length ||
    members.some(({ qualified: flag, since }) =>
      flag === null ? since !== null : since !== null && (since >= to || flag !== since <= by),
    )
  if (impossible || memberCount < members.length) return fact('qualified', 'wrong', 'contradict')
  const listed = memberCount === members.length
  if (qualified !== null) {
    const most = flagged + notSaid + memberCount - members.length
    if (qualified < flagged || qualified > most) return fact('qualified', 'wrong', 'count')
  }
  if (ruleset === null) return fact('qualified', 'unknown', 'noRules')
  const pools = ruleset.qualifying.map(({ pool, amount }) => ({ pool: BigInt(pool), least: BigInt(amount) }))
  const sources = { multicall: contracts.Multicall3, stakingPools: contracts.StakingPools }
  const onChain = await largePositions(rpc, sources, pools, addresses, to).catch(() => null)
  if (onChain === null) return fact('qualified', 'unknown', 'noChain')
  // A position never grows, so a position that is large enough now was always large enough.
  const different = members.filter(({ qualified: flag, since }, index) => {
    const opened = onChain[index] ?? null
    if (flag === null || opened === null) return false
    return since === null ? !flag : opened < since
  }).length
  if (different > 0) return fact('qualified', 'wrong', 'chain', String(different))
  if (memberCount === 0) return fact('qualified', 'unknown', 'nobody')
  if (!listed) return fact('qualified', 'unknown', 'tooMany', String(memberCount))
  if (qualified === null || notSaid > 0) return fact('qualified', 'unknown', 'notSaid', String(notSaid))
  const gone = members.filter(({ qualified: flag, since }, index) => {
    const opened = onChain[index] ?? null
    if (since === null) return flag === true && (opened === null || opened > by)
    return opened !== since
  }).length
  return gone > 0
    ? fact('qualified', 'unknown', 'gone', String(gone))
    : fact('qualified', 'right', 'right', String(flagged), String(memberCount - flagged))
}
