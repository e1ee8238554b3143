/**
 * "Check my bonus": the browser itself computes the bonus of one account, program and epoch. The check uses no result of the programs that
 * computed the epoch. The check reads the file, the chain, and the members that the page shows.
 */
import type { AccountProgram } from '@galx/protocol/http/bonuses'
import { publishedEpoch, weightsAt } from './chainAnswers.ts'
import { checkPromotion } from './checkPromotion.ts'
import { checkVoucher } from './checkVoucher.ts'
import { FileUnreadableError, type EpochHeader } from './epochFile.ts'
import { CHECKS, fact, type CheckedFact, type CheckName } from './facts.ts'
import type { CheckInput, Sources } from './input.ts'
import { membersPoints, promotionBonus, segmentFault, sharedBonus, type Segment } from './points.ts'
import { hashOf, readEpoch, type ReadFile } from './readEpoch.ts'
import { textOfRuleset } from './ruleset.ts'

export type CheckResult = { facts: CheckedFact[]; milliseconds: number }

const ZERO_HASH = `0x${'0'.repeat(64)}`

/** Never rejects: a fact that could not be checked is `unknown`. */
export async function checkBonus(input: CheckInput, sources: Sources): Promise<CheckResult> {
  const started = sources.now()
  const [file, chain, weights, before] = await Promise.all([
    readEpoch(input, sources, input.epoch).catch((error: unknown) =>
      error instanceof FileUnreadableError ? error : null,
    ),
    publishedEpoch(sources.rpc, input.contracts.EpochLog, input.epoch).catch(() => null),
    checkWeights(input, sources),
    cumulativeBefore(input, sources),
  ])
  const { calculation } = input.shown
  const [promotion, voucher] = await Promise.all([
    calculation.rule === 'promotion'
      ? checkPromotion(input, calculation, provenOf(input, file, chain), sources)
      : [],
    mostGranted(input, before, sources).then((most) => checkVoucher(input, most, sources)),
  ])
  const facts = [
    ...checkFile(input, file, chain),
    ...checkAmounts(input),
    ...checkCumulative(input, before),
    ...weights,
    ...promotion,
    voucher,
  ]
  return {
    facts: CHECKS.flatMap((name) => facts.filter((fact) => fact.name === name)),
    milliseconds: Math.round(sources.now() - started),
  }
}

type File = ReadFile | FileUnreadableError | null
type Published = Awaited<ReturnType<typeof publishedEpoch>> | null

/** The file if the chain has its hash, else null; likewise the ruleset. */
function provenOf({ rulesets }: CheckInput, file: File, chain: Published) {
  if (file === null || file instanceof FileUnreadableError || chain?.hash !== file.hash)
    return { file: null, ruleset: null }
  const { number, hash } = file.header.ruleset
  const named = rulesets.find((ruleset) => BigInt(ruleset.number) === number)
  const known = named !== undefined && chain.rulesetHash === hash && hashOf(textOfRuleset(named)) === hash
  return { file, ruleset: known ? named : null }
}

function checkFile(input: CheckInput, file: File, chain: Published): CheckedFact[] {
  if (file === null) return unread(['hash', 'deployment', 'ruleset', 'row'], 'noFile')
  if (file instanceof FileUnreadableError) return [fact('hash', 'wrong', 'unreadable', file.message)]
  return [
    chain === null
      ? fact('hash', 'unknown', 'noChain')
      : chain.hash === ZERO_HASH
        ? fact('hash', 'unknown', 'unpublished')
        : fact('hash', chain.hash === file.hash ? 'right' : 'wrong', undefined, file.hash),
    fact('deployment', isOfThisDeployment(file.header, input) ? 'right' : 'wrong'),
    checkRuleset(file.header, input, chain?.rulesetHash ?? null),
    fact('row', isShown(file, input.shown) ? 'right' : 'wrong'),
  ]
}

function unread(names: readonly CheckName[], reason: string): CheckedFact[] {
  return names.map((name) => fact(name, 'unknown', reason))
}

function isOfThisDeployment(header: EpochHeader, input: CheckInput): boolean {
  const { StakingPools, ZnVault, NodePass, RewardVouchers, EpochLog } = input.contracts
  const contracts = [StakingPools, ZnVault, NodePass, RewardVouchers, EpochLog].map((one) =>
    one.toLowerCase(),
  )
  return (
    header.chainId === BigInt(input.chainId) &&
    header.genesis === input.genesisHash.toLowerCase() &&
    header.contracts.join() === contracts.join() &&
    header.epoch === BigInt(input.epoch) &&
    header.from === BigInt(input.from) &&
    header.to === BigInt(input.to)
  )
}

/** Whether the file's rules are the rules in EpochLog and in this app's configuration. */
function checkRuleset(header: EpochHeader, input: CheckInput, onChain: string | null): CheckedFact {
  const { number, hash } = header.ruleset
  const configured = input.rulesets.find((ruleset) => BigInt(ruleset.number) === number)
  if (onChain === null) return fact('ruleset', 'unknown', 'noChain')
  if (onChain !== hash) return fact('ruleset', 'wrong')
  if (configured === undefined) return fact('ruleset', 'unknown', 'notConfigured', String(number))
  return fact(
    'ruleset',
    hashOf(textOfRuleset(configured)) === hash ? 'right' : 'wrong',
    undefined,
    String(number),
  )
}

function isShown({ header, row }: ReadFile, shown: AccountProgram): boolean {
  const line = header.programs.find(({ key }) => key === shown.program)
  if (line === undefined) return false
  const same = (text: string, value: bigint) => BigInt(text) === value
  const inRow =
    row === null
      ? same(shown.points, 0n) && same(shown.bonus, 0n)
      : same(shown.points, row.points) &&
        same(shown.bonus, row.bonus) &&
        same(shown.cumulative, row.cumulative)
  return inRow && same(shown.allPoints, line.points) && same(shown.grantable, line.grantable)
}

/** The bonus that the shown budget and points give, wei. */
function bonusOf({ calculation, grantable, points, allPoints }: AccountProgram): bigint {
  const divide = calculation.rule === 'promotion' ? promotionBonus : sharedBonus
  return divide(BigInt(grantable), BigInt(points), BigInt(allPoints))
}

/** The facts that follow from the shown figures by arithmetic alone. */
function checkAmounts({ account, from, to, shown }: CheckInput): CheckedFact[] {
  const { calculation } = shown
  const points = BigInt(shown.points)
  const divided =
    bonusOf(shown) === BigInt(shown.bonus) && points <= BigInt(shown.allPoints) ? 'right' : 'wrong'
  const division = fact('division', divided, calculation.rule === 'promotion' ? `${divided}Owed` : divided)
  switch (calculation.rule) {
    case 'node':
      return [fact('points', 'unknown', 'node'), division]
    case 'promotion':
      return [division]
    case 'members': {
      const { members, memberCount, unlisted, ownComplete } = calculation
      const own = calculation.own.map(segmentOf)
      const theirs = members.map(({ address, since, segments }) => ({
        address,
        since,
        segments: segments.map(segmentOf),
      }))
      const fault = segmentFault(account, own, theirs, { from, to })
      if (fault !== null) return [fact('points', 'wrong', 'fault'), division]
      // Some weights are missing. The points would be wrong, so the check does not judge them.
      if (unlisted > 0) return [fact('points', 'unknown', 'busy', String(unlisted)), division]
      if (memberCount > members.length)
        return [fact('points', 'unknown', 'tooMany', String(memberCount)), division]
      if (!ownComplete) return [fact('points', 'unknown', 'ownPartly'), division]
      const computed = membersPoints(
        own,
        theirs.map(({ segments }) => segments),
      )
      return [
        fact('points', computed === points ? 'right' : 'wrong', undefined, String(members.length)),
        division,
      ]
    }
  }
}

function segmentOf({ from, to, weight }: { from: number; to: number; weight: string }): Segment {
  return { from, to, weight: BigInt(weight) }
}

/** The account's total grant before this epoch, from the published file of its last row; null if that file cannot be read. */
async function cumulativeBefore(input: CheckInput, sources: Sources): Promise<bigint | null> {
  const { previous } = input
  return previous === undefined ? null : previous === null ? 0n : cumulativeAt(input, sources, previous)
}

/** The account's total grant, from its row in an epoch's file; null if the file cannot be read or does not match the hash on the chain. */
async function cumulativeAt(input: CheckInput, sources: Sources, epoch: number): Promise<bigint | null> {
  try {
    const [file, chain] = await Promise.all([
      readEpoch(input, sources, epoch),
      publishedEpoch(sources.rpc, input.contracts.EpochLog, epoch),
    ])
    return chain.hash === file.hash ? (file.row?.cumulative ?? null) : null
  } catch {
    return null
  }
}

/** The most that a voucher of the account may grant. A bonus of a later epoch is in that epoch's file, and is not computed here. */
async function mostGranted(input: CheckInput, before: bigint | null, sources: Sources) {
  const last = input.newest?.epoch ?? input.epoch
  if (last > input.epoch) return { total: await cumulativeAt(input, sources, last), later: true }
  return { total: before === null ? null : before + bonusOf(input.shown), later: false }
}

function checkCumulative({ shown }: CheckInput, before: bigint | null): CheckedFact[] {
  if (before === null) return [fact('cumulative', 'unknown', 'noFile')]
  const right = before + BigInt(shown.bonus) === BigInt(shown.cumulative)
  return [fact('cumulative', right ? 'right' : 'wrong')]
}

/** Compares the latest weights on the page, of the account and its members, with the chain at the same block. */
async function checkWeights(input: CheckInput, { rpc }: Sources): Promise<CheckedFact[]> {
  const { calculation } = input.shown
  if (calculation.rule !== 'members') return []
  // Uses the rules of this epoch. Later rulesets may count other pools.
  const ruleset = input.rulesets.filter(({ firstEpoch }) => BigInt(firstEpoch) <= BigInt(input.epoch)).at(-1)
  const program = ruleset?.programs.find(({ id }) => id === input.programId)
  if (program === undefined) return [fact('weights', 'unknown', 'notConfigured')]
  const { Multicall3, StakingPools, ZnVault } = input.contracts
  const sources = {
    multicall: Multicall3,
    stakingPools: StakingPools,
    vault: ZnVault,
    pools: program.pools.map(BigInt),
    shares: program.vault,
  }
  const accounts = [input.account, ...calculation.members.map(({ address }) => address)]
  const shown = [calculation.ownLatest, ...calculation.members.map(({ latest }) => latest)].map(BigInt)
  const at = async (block: number | null) => {
    const weights = await weightsAt(rpc, sources, accounts, block)
    return shown.filter((weight, index) => weight !== weights[index]).length
  }
  const count = String(calculation.members.length)
  if (input.block !== null) {
    try {
      const different = await at(input.block)
      return [
        different === 0
          ? fact('weights', 'right', 'right', count)
          : fact('weights', 'wrong', 'wrong', String(different)),
      ]
    } catch {
      // Many nodes keep only the newest states.
    }
  }
  try {
    const different = await at(null)
    return [
      different === 0
        ? fact('weights', 'right', 'right', count)
        : fact('weights', 'unknown', 'changed', String(different)),
    ]
  } catch {
    return [fact('weights', 'unknown', 'noChain')]
  }
}
