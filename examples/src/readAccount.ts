/** Prints an account's stakes and its reward in each pool. Sends no request to our servers and signs nothing. */
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { formatUnits, isAddress } from 'viem'
import { LOCAL, openApp, usage } from './app.ts'

/** The number of positions that one call reads. */
const PAGE = 100n

const [account = '', origin = LOCAL] = process.argv.slice(2)
if (!isAddress(account)) usage('readAccount.ts ACCOUNT [ORIGIN]')
const { config, chain } = await openApp(origin)
const contract = { address: config.contracts.StakingPools, abi: stakingPoolsAbi } as const

for (const [key, { id, stakeToken, rewardToken }] of Object.entries(config.pools)) {
  const pool = BigInt(id)
  const { positionCount, giftCount, earned } = await chain.readContract({
    ...contract,
    functionName: 'accountState',
    args: [pool, account],
  })
  if (positionCount + giftCount === 0n) continue
  console.log(`${key}: ${inTokens(earned)} ${rewardToken} to claim`)
  for (let from = 0n; ;) {
    const page = await chain.readContract({
      ...contract,
      functionName: 'positionsOf',
      args: [pool, account, from, PAGE],
    })
    for (const { position, amount, unlockAt } of page)
      console.log(
        `  position ${position}: ${inTokens(amount)} ${stakeToken}, unlocked from ${date(unlockAt)} on`,
      )
    if (BigInt(page.length) < PAGE) break
    from = page.at(-1)!.position + 1n
  }
}

/** Every token has 18 decimals. */
function inTokens(wei: bigint): string {
  return formatUnits(wei, 18)
}

/** @param time unix seconds */
function date(time: bigint): string {
  return new Date(Number(time) * 1_000).toISOString()
}
