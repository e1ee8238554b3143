/** What the check asks the chain, with its own encoding: many small questions in one Multicall3 call. */
import { toFunctionSelector } from 'viem/utils'

type Hex = `0x${string}`
export type Rpc = (method: string, params: readonly unknown[]) => Promise<unknown>

/** As many questions go in one call: a node limits the gas of one. */
const IN_ONE_CALL = 400

/** The epoch's hash and its ruleset's hash in EpochLog; zeros where there is none. */
export async function publishedEpoch(rpc: Rpc, epochLog: Hex, epoch: number) {
  const ask = async (signature: 'epochAt(uint256)' | 'rulesetOf(uint256)') => {
    const data = `${toFunctionSelector(signature)}${word(BigInt(epoch))}`
    const answer = (await rpc('eth_call', [{ to: epochLog, data }, 'latest'])) as string
    if (!/^0x[0-9a-f]{128}$/.test(answer)) throw new Error('EpochLog gave no readable answer')
    // Both answer with a hash and a number.
    return answer.slice(0, 66)
  }
  const [hash, rulesetHash] = await Promise.all([ask('epochAt(uint256)'), ask('rulesetOf(uint256)')])
  return { hash, rulesetHash }
}

/** Where an account's weight of a program is read. */
export type WeightSources = {
  multicall: Hex
  stakingPools: Hex
  vault: Hex
  /** ids; weights of several are added */
  pools: readonly bigint[]
  /** of the program that counts shares */
  shares: boolean
}

/**
 * The weights of accounts at a block, wei, or shares of the vault.
 * @param block a number, or null for the newest
 * @throws Error where the chain does not answer, or not for that block
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
  const calls: Promise<bigint[]>[] = []
  for (let from = 0; from < questions.length; from += IN_ONE_CALL)
    calls.push(firstWords(rpc, multicall, target, questions.slice(from, from + IN_ONE_CALL), block))
  const words = (await Promise.all(calls)).flat()
  return accounts.map((_, index) =>
    words
      .slice(index * sources.length, (index + 1) * sources.length)
      .reduce((sum, weight) => sum + weight, 0n),
  )
}

/**
 * The first word of each answer: a balance, or the weight that an account's state begins with. Written by hand, because a library
 * needs several times as long for a thousand of them on a phone.
 */
async function firstWords(
  rpc: Rpc,
  multicall: Hex,
  target: Hex,
  questions: readonly string[],
  block: number | null,
): Promise<bigint[]> {
  const data = aggregate(target, questions)
  const tag = block === null ? 'latest' : `0x${block.toString(16)}`
  const answer = (await rpc('eth_call', [{ to: multicall, data }, tag])) as Hex
  const hex = answer.slice(2)
  const wordAt = (byte: number) => BigInt(`0x${hex.slice(byte * 2, byte * 2 + 64)}`)
  const list = Number(wordAt(0))
  if (Number(wordAt(list)) !== questions.length) throw new Error('the chain gave another number of answers')
  return questions.map((_, index) => {
    // Offsets count from behind the list's length; each answer is (success, offset of the bytes, length, bytes).
    const item = list + 32 + Number(wordAt(list + 32 + 32 * index))
    if (wordAt(item) !== 1n) throw new Error('the contract refused the question')
    const bytes = item + Number(wordAt(item + 32))
    if (wordAt(bytes) < 32n) throw new Error('the contract gave no readable answer')
    return wordAt(bytes + 32)
  })
}

/** Calldata of `aggregate3` with calls of one target and one length, none of which may fail. */
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
