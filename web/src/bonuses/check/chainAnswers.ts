/** The check's questions to the chain, ABI-encoded by hand in this file: many small questions in one Multicall3 call. */
import { toFunctionSelector } from 'viem/utils'

type Hex = `0x${string}`
export type Rpc = (method: string, params: readonly unknown[]) => Promise<unknown>

/** The most questions in one call: a node limits the gas of a call. */
const IN_ONE_CALL = 400

/** The epoch's hash and its ruleset's hash in EpochLog; zeros if EpochLog has no hash. */
export async function publishedEpoch(rpc: Rpc, epochLog: Hex, epoch: number) {
  const ask = async (signature: 'epochAt(uint256)' | 'rulesetOf(uint256)') => {
    const data = `${toFunctionSelector(signature)}${word(BigInt(epoch))}`
    const answer = (await rpc('eth_call', [{ to: epochLog, data }, 'latest'])) as string
    if (!/^0x[0-9a-f]{128}$/.test(answer)) throw new Error('EpochLog gave no readable answer')
    // Both functions return a hash and a number.
    return answer.slice(0, 66)
  }
  const [hash, rulesetHash] = await Promise.all([ask('epochAt(uint256)'), ask('rulesetOf(uint256)')])
  return { hash, rulesetHash }
}

/** The two signers that RewardVouchers accepts, lower case, and their nonce, all at one block. The zero address: the signer is switched off. */
export async function currentSigners(rpc: Rpc, multicall: Hex, rewardVouchers: Hex) {
  const questions = ['signer()', 'coSigner()', 'signersNonce()'].map((name) => toFunctionSelector(name))
  const words = (await answers(rpc, multicall, rewardVouchers, questions, null)).map((text) =>
    wordOf(text, 0),
  )
  const [signer = '', coSigner = ''] = words.map((key) => `0x${key.toString(16).padStart(40, '0')}`)
  return { signer, coSigner, nonce: words[2] }
}

/** The places from which an account's weight for a program is read. */
export type WeightSources = {
  multicall: Hex
  stakingPools: Hex
  vault: Hex
  /** ids; the weights in several pools are added */
  pools: readonly bigint[]
  /** whether the program counts shares of the vault */
  shares: boolean
}

/**
 * The weights of accounts at a block: wei, or shares of the vault.
 * @param block a number, or null for the newest block
 * @throws Error if the chain does not answer for that block
 */
export async function weightsAt(
  rpc: Rpc,
  { multicall, stakingPools, vault, pools, shares }: WeightSources,
  accounts: readonly string[],
  block: number | null,
): Promise<bigint[]> {
  const target = shares ? vault : stakingPools
  const selector = shares
    ? toFunctionSelector('balanceOf(address)')
    : toFunctionSelector('accountState(uint256,address)')
  const sources = shares ? [''] : pools.map(word)
  const questions = accounts.flatMap((account) =>
    sources.map((source) => `${selector}${source}${account.slice(2).padStart(64, '0')}`),
  )
  // The first word of each answer is the balance, or the weight of the account's state.
  const words = (await inCalls(rpc, multicall, target, questions, block)).map((answer) => wordOf(answer, 0))
  return accounts.map((_, index) =>
    words
      .slice(index * sources.length, (index + 1) * sources.length)
      .reduce((sum, weight) => sum + weight, 0n),
  )
}

/**
 * For each account, the time (unix seconds) at which the oldest open position of at least `least` wei was opened; null: no such position.
 * Reads the account's first own positions and first gifts in each pool, at the newest block. Ignores positions opened at or after `before`.
 * @param pools ids with the least amounts, wei
 * @throws Error if the chain does not answer, or does not know a pool
 */
export async function largePositions(
  rpc: Rpc,
  { multicall, stakingPools }: Pick<WeightSources, 'multicall' | 'stakingPools'>,
  pools: readonly { pool: bigint; least: bigint }[],
  accounts: readonly string[],
  before: number,
): Promise<(number | null)[]> {
  const opened = new Array<number | null>(accounts.length).fill(null)
  const note = (index: number, at: number) => {
    if (at < before) opened[index] = Math.min(at, opened[index] ?? at)
  }
  const ofPool = async ({ pool, least }: { pool: bigint; least: bigint }) => {
    const asked = [`${toFunctionSelector('poolConfiguration(uint256)')}${word(pool)}`]
    const [terms = ''] = await answers(rpc, multicall, stakingPools, asked, null)
    const durations = tierDurations(terms)
    const selector = toFunctionSelector('positionsOf(uint256,address,uint256,uint256)')
    const questions = accounts.flatMap((account) =>
      [0n, FIRST_GIFT].map(
        (from) =>
          `${selector}${word(pool)}${account.slice(2).padStart(64, '0')}${word(from)}${word(NUMBERS)}`,
      ),
    )
    for (const [index, answer] of (await inCalls(rpc, multicall, stakingPools, questions, null)).entries()) {
      for (let place = 0; place < Number(wordOf(answer, 1)); place += 1) {
        // position, amount, pair amount, tier, unlock
        const at = 2 + 5 * place
        const duration = durations[Number(wordOf(answer, at + 3))]
        if (duration === undefined) throw new Error('the chain names a tier that the pool does not have')
        if (wordOf(answer, at + 1) >= least) note(index >> 1, Number(wordOf(answer, at + 4)) - duration)
      }
    }
  }
  await Promise.all(pools.map(ofPool))
  return opened
}

/** The count of position numbers to read, from 0 on and from FIRST_GIFT on. */
const NUMBERS = 16n
/** The lowest position number of a gift (see `stakeFor` of IStakingPools). */
const FIRST_GIFT = 2n ** 32n

/** The lock of each tier in seconds, from `poolConfiguration`. A position was opened at its unlock time minus its lock. */
function tierDurations(answer: string): number[] {
  const pool = Number(wordOf(answer, 0)) / 32
  const tiers = pool + Number(wordOf(answer, pool + 6)) / 32
  // duration, multiplier, penalty
  return Array.from({ length: Number(wordOf(answer, tiers)) }, (_, tier) =>
    Number(wordOf(answer, tiers + 1 + 3 * tier)),
  )
}

/** @throws Error if the answer is too short */
function wordOf(answer: string, index: number): bigint {
  const hex = answer.slice(index * 64, index * 64 + 64)
  if (hex.length < 64) throw new Error('the contract gave no readable answer')
  return BigInt(`0x${hex}`)
}

/** As `answers`, for any number of questions. */
async function inCalls(
  rpc: Rpc,
  multicall: Hex,
  target: Hex,
  questions: readonly string[],
  block: number | null,
): Promise<string[]> {
  const calls: Promise<string[]>[] = []
  for (let from = 0; from < questions.length; from += IN_ONE_CALL)
    calls.push(answers(rpc, multicall, target, questions.slice(from, from + IN_ONE_CALL), block))
  return (await Promise.all(calls)).flat()
}

/** Each answer's bytes in hex. Decoded by hand: on a phone, a library would take several times as long for a thousand answers. */
async function answers(
  rpc: Rpc,
  multicall: Hex,
  target: Hex,
  questions: readonly string[],
  block: number | null,
): Promise<string[]> {
  const data = aggregate(target, questions)
  const tag = block === null ? 'latest' : `0x${block.toString(16)}`
  const answer = (await rpc('eth_call', [{ to: multicall, data }, tag])) as Hex
  const hex = answer.slice(2)
  const wordAt = (byte: number) => BigInt(`0x${hex.slice(byte * 2, byte * 2 + 64)}`)
  const list = Number(wordAt(0))
  if (Number(wordAt(list)) !== questions.length) throw new Error('the chain gave another number of answers')
  return questions.map((_, index) => {
    // Offsets are counted from the byte after the word that holds the list's length. Each answer is (success, offset of the bytes, length, bytes).
    const item = list + 32 + Number(wordAt(list + 32 + 32 * index))
    if (wordAt(item) !== 1n) throw new Error('the contract refused the question')
    const bytes = item + Number(wordAt(item + 32))
    return hex.slice((bytes + 32) * 2, (bytes + 32 + Number(wordAt(bytes))) * 2)
  })
}

/** Encodes `aggregate3` with calls to a single target, all of the same length. A failed call fails the whole request. */
function aggregate(target: Hex, questions: readonly string[]): Hex {
  const selector = toFunctionSelector('aggregate3((address,bool,bytes)[])')
  const length = (questions[0] ?? '0x').length / 2 - 1
  const padded = Math.ceil(length / 32) * 32
  const size = 128 + padded
  const places = questions.map((_, index) => word(BigInt(questions.length * 32 + index * size)))
  const calls = questions.map(
    (question) =>
      target.slice(2).padStart(64, '0') +
      word(0n) +
      word(96n) +
      word(BigInt(length)) +
      question.slice(2).padEnd(padded * 2, '0'),
  )
  return `${selector}${word(32n)}${word(BigInt(questions.length))}${places.join('')}${calls.join('')}`
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
