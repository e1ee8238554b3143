/**
 * "Check my bonus": what one account was granted by one program in one epoch, computed by the browser itself. It takes
 * nothing from the programs that computed the epoch: it reads the file, the chain, and the members that the page shows.
 */
import type { AccountProgram } from '@galx/protocol/http/bonuses'
import type { RulesetJson } from '@galx/protocol/rulesets'
import { keccak256, stringToBytes } from 'viem/utils'
import { publishedEpoch, weightsAt, type Rpc } from './chainAnswers.ts'
import { FileUnreadable, parseHeader, rowIn, type EpochHeader, type EpochRow } from './epochFile.ts'
import { membersPoints, promotionBonus, segmentFault, sharedBonus, type Segment } from './points.ts'
import { textOfRuleset } from './ruleset.ts'

type Hex = `0x${string}`

export type CheckInput = {
  account: string
  epoch: number
  /** unix seconds, as shown */
  from: number
  to: number
  /** as shown; the check compares everything with it */
  shown: AccountProgram
  /** the block at which the shown latest weights stand; null: not known */
  block: number | null
  /** the last epoch before in which the account has a row; null: none; undefined: not known */
  previous: number | null | undefined
  apiUrl: string
  rpcUrl: string
  chainId: number
  genesisHash: string
  contracts: Record<
    'StakingPools' | 'ZnVault' | 'NodePass' | 'RewardVouchers' | 'EpochLog' | 'Multicall3',
    Hex
  >
  /** of the program, as /config.json has it */
  programId: string
  rulesets: readonly RulesetJson[]
}

/** hash: the header's · deployment: what the header says it is of · row: header, part and page agree */
const CHECKS = [
  'hash',
  'deployment',
  'ruleset',
  'row',
  'points',
  'division',
  'cumulative',
  'weights',
] as const
type CheckName = (typeof CHECKS)[number]

/** `reason` names one of the words of its check; `values` are for those words. */
export type CheckedFact = {
  name: CheckName
  state: 'right' | 'wrong' | 'unknown'
  reason: string
  values: readonly string[]
}

export type CheckResult = { facts: CheckedFact[]; milliseconds: number }

export type Sources = {
  /** the text behind a URL; null where there is none (404). @throws where the server does not answer */
  text(url: string): Promise<string | null>
  rpc: Rpc
  now(): number
}

const ZERO_HASH = `0x${'0'.repeat(64)}`

/** Never rejects: what could not be looked at is `unknown`. */
export async function checkBonus(input: CheckInput, sources: Sources): Promise<CheckResult> {
  const started = sources.now()
  const [file, weights, before] = await Promise.all([
    checkFile(input, sources),
    checkWeights(input, sources),
    cumulativeBefore(input, sources),
  ])
  const facts = [...file, ...checkAmounts(input), ...checkCumulative(input, before), ...weights]
  return {
    facts: CHECKS.flatMap((name) => facts.filter((fact) => fact.name === name)),
    milliseconds: Math.round(sources.now() - started),
  }
}

function fact(
  name: CheckName,
  state: CheckedFact['state'],
  reason: string = state,
  ...values: string[]
): CheckedFact {
  return { name, state, reason, values }
}

function hashOf(text: string): string {
  return keccak256(stringToBytes(text))
}

type ReadFile = { header: EpochHeader; hash: string; row: EpochRow | null }

/** An epoch's header and the account's row in it. @throws FileUnreadable, or where the server does not answer */
async function readEpoch(
  { account, apiUrl, shown }: CheckInput,
  { text }: Sources,
  epoch: number,
): Promise<ReadFile> {
  const digits = account.slice(2, 4)
  const [headerText, partText] = await Promise.all([
    text(`${apiUrl}/api/epochs/${epoch}/header`),
    text(`${apiUrl}/api/epochs/${epoch}/parts/${digits}`),
  ])
  if (headerText === null) throw new FileUnreadable('there is no header')
  const header = parseHeader(headerText)
  const expected = header.parts.get(digits)
  if (expected === undefined) return { header, hash: hashOf(headerText), row: null }
  if (partText === null || hashOf(partText) !== expected)
    throw new FileUnreadable(`part ${digits} is another one`)
  return {
    header,
    hash: hashOf(headerText),
    row: rowIn(partText, BigInt(epoch), account, shown.program),
  }
}

async function checkFile(input: CheckInput, sources: Sources): Promise<CheckedFact[]> {
  const [file, chain] = await Promise.all([
    readEpoch(input, sources, input.epoch).catch((error: unknown) =>
      error instanceof FileUnreadable ? error : null,
    ),
    publishedEpoch(sources.rpc, input.contracts.EpochLog, input.epoch).catch(() => null),
  ])
  if (file === null) return unread(['hash', 'deployment', 'ruleset', 'row'], 'noFile')
  if (file instanceof FileUnreadable) return [fact('hash', 'wrong', 'unreadable', file.message)]
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

/** The rules that the file names are those in EpochLog, and those that this app was configured with. */
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

/** What follows from the shown figures by arithmetic alone. */
function checkAmounts({ account, from, to, shown }: CheckInput): CheckedFact[] {
  const { calculation } = shown
  const [points, bonus] = [BigInt(shown.points), BigInt(shown.bonus)]
  const [allPoints, grantable] = [BigInt(shown.allPoints), BigInt(shown.grantable)]
  const due =
    calculation.rule === 'promotion'
      ? promotionBonus(grantable, points, allPoints)
      : sharedBonus(grantable, points, allPoints)
  const division = fact('division', due === bonus && points <= allPoints ? 'right' : 'wrong')
  switch (calculation.rule) {
    case 'node':
      return [fact('points', 'unknown', 'node'), division]
    case 'promotion': {
      const granted = BigInt(shown.cumulative) - bonus
      const owed = BigInt(calculation.entitled) - granted
      const counted = calculation.members.filter(({ qualified }) => qualified).length
      const complete = calculation.memberCount <= calculation.members.length
      const known = complete && calculation.qualified !== null
      const right = owed === points && (!known || counted === calculation.qualified)
      return [fact('points', right ? 'right' : 'wrong', right ? 'owed' : 'wrong'), division]
    }
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
      // Points of weights that are not all here would be other points: nothing is said of them.
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

/** What had been granted before: by the published file of the account's last row; null where that cannot be read. */
async function cumulativeBefore(input: CheckInput, sources: Sources): Promise<bigint | null> {
  const { previous } = input
  if (previous === undefined) return null
  if (previous === null) return 0n
  try {
    const [file, chain] = await Promise.all([
      readEpoch(input, sources, previous),
      publishedEpoch(sources.rpc, input.contracts.EpochLog, previous),
    ])
    return chain.hash === file.hash ? (file.row?.cumulative ?? null) : null
  } catch {
    return null
  }
}

function checkCumulative({ shown }: CheckInput, before: bigint | null): CheckedFact[] {
  if (before === null) return [fact('cumulative', 'unknown', 'noFile')]
  const right = before + BigInt(shown.bonus) === BigInt(shown.cumulative)
  return [fact('cumulative', right ? 'right' : 'wrong')]
}

/** The latest weights of the account and its members, as shown, against the chain at the same block. */
async function checkWeights(input: CheckInput, { rpc }: Sources): Promise<CheckedFact[]> {
  const { calculation } = input.shown
  if (calculation.rule !== 'members') return []
  // The rules of this epoch: later ones may count other pools.
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
