/** Makes the demo world: real transactions on the embedded chain, over simulated time that ends now. */
import { decodeFunctionResult, encodeFunctionData } from 'viem'
import type { Hex } from 'viem'
import { demoFaucetAbi } from '@galx/protocol/abi/DemoFaucet'
import { levelsAbi } from '@galx/protocol/abi/Levels'
import { type Deployment } from '@galx/protocol/deployment'
import { TOKEN_SYMBOLS } from '@galx/protocol/products'
import { rpc, rpcBatch } from '../chain/rpc.ts'
import { Batch, type DemoTransaction } from './batch.ts'
import { bonusClaims, bonusClaimTime } from './bonuses.ts'
import { demoPeople } from './people.ts'
import type { Parcel } from './person.ts'
import { MOMENTS, planDemo } from './plan.ts'
import type { DemoStep } from './step.ts'
import { DemoTransactions } from './transactions.ts'

const NATIVE_COIN = 10n ** 18n
const WHOLE_TOKEN = 10n ** 18n

export type DemoOptions = {
  rpcUrl: string
  deployment: Deployment
  /** unix seconds at which the simulated time begins, after the chain's last block; default: right after that block */
  from?: number
  /** unix seconds at which it ends */
  now: number
  accounts?: number
  log: (line: string) => void
}

/**
 * The same deployment, times and size give the same transactions with the same hashes and logs.
 * @remarks The chain must be in manual mining, and its time must be before `now`.
 * @throws Error that names a failed transaction: the world is complete or does not exist
 */
export async function seedDemo(options: DemoOptions): Promise<void> {
  const { rpcUrl, deployment, now, accounts = 200, log } = options
  const people = demoPeople(accounts)
  await rpcBatch(
    rpcUrl,
    people.map(({ address }) => ({
      method: 'anvil_setBalance',
      params: [address, `0x${NATIVE_COIN.toString(16)}`],
    })),
  )
  const tip = await rpc<{ timestamp: Hex }>(rpcUrl, 'eth_getBlockByNumber', 'latest', false)
  const earliest = Number.parseInt(tip.timestamp, 16) + 1
  const start = options.from ?? earliest
  if (start < earliest || start >= now) throw new Error('Demo data: the chain is already at the present.')

  const steps = planDemo(accounts, {
    pools: deployment.pools,
    levelPrices: await readLevelPrices(rpcUrl, deployment),
    parcel: await readParcel(rpcUrl, deployment),
  })
  const transactions = new DemoTransactions(deployment, people)
  const batch = new Batch(rpcUrl, deployment.chainId)
  const bonusesAt = bonusClaimTime(deployment)
  let bonusesClaimed = bonusesAt >= now
  let at = start - 1
  let count = 0
  const mine = async (round: readonly DemoTransaction[], from: number) => {
    at = await batch.mine(round, from)
    count += round.length
  }
  const claimBonuses = async () => {
    bonusesClaimed = true
    const { claims, at: last } = await bonusClaims(rpcUrl, deployment, people, Math.max(at + 1, bonusesAt))
    await mine(claims, last + 1)
  }
  for (const [moment, together] of byMoment(steps)) {
    const due = start + Math.floor(((now - start) * moment) / MOMENTS)
    if (!bonusesClaimed && due >= bonusesAt) await claimBonuses()
    await mine(
      together.flatMap((step) => transactions.of(step)),
      Math.max(at + 1, due),
    )
  }
  if (!bonusesClaimed) await claimBonuses()
  log(`demo data: ${accounts} accounts, ${count} transactions`)
}

function byMoment(steps: readonly DemoStep[]): Map<number, DemoStep[]> {
  const moments = new Map<number, DemoStep[]>()
  for (const step of steps) {
    const together = moments.get(step.at)
    if (together) together.push(step)
    else moments.set(step.at, [step])
  }
  return moments
}

/** @returns whole tokens of each kind in one parcel of the faucet */
async function readParcel(rpcUrl: string, deployment: Deployment): Promise<Parcel> {
  const faucet = deployment.contracts.DemoFaucet
  if (!faucet) throw new Error('The deployment file names no contract DemoFaucet.')
  const query = { abi: demoFaucetAbi, functionName: 'parcel' } as const
  const call = { to: faucet.address, data: encodeFunctionData(query) }
  const data = await rpc<Hex>(rpcUrl, 'eth_call', call, 'latest')
  const [tokens, amounts] = decodeFunctionResult({ ...query, data })
  const entries = TOKEN_SYMBOLS.map((symbol) => {
    const index = tokens.findIndex((token) => token.toLowerCase() === deployment.tokens[symbol].address)
    return [symbol, (amounts[index] ?? 0n) / WHOLE_TOKEN]
  })
  return Object.fromEntries(entries) as Parcel
}

/** @returns by level, from 0: the total price in whole MCM */
async function readLevelPrices(rpcUrl: string, deployment: Deployment): Promise<bigint[]> {
  const levels = deployment.contracts.Levels
  if (!levels) throw new Error('The deployment file names no contract Levels.')
  const read = async (data: Hex) =>
    BigInt(await rpc<Hex>(rpcUrl, 'eth_call', { to: levels.address, data }, 'latest'))
  const prices: bigint[] = []
  const maximum = await read(encodeFunctionData({ abi: levelsAbi, functionName: 'MAXIMUM_LEVEL' }))
  for (let level = 0n; level <= maximum; level += 1n) {
    const price = await read(encodeFunctionData({ abi: levelsAbi, functionName: 'priceOf', args: [level] }))
    prices.push(price / WHOLE_TOKEN)
  }
  return prices
}
