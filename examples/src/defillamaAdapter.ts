/**
 * Prints the adapter by which DefiLlama reads the value locked in a deployment: `projects/galx/index.js` of its repository. The adapter
 * counts the principal of all stakes, the vault's assets and the bonds of node passes. The balance of a contract would also contain unearned
 * rewards.
 */
import { readFileSync } from 'node:fs'
import { parseDeployment } from '@galx/protocol/deployment'
import { usage } from './app.ts'

const [file = ''] = process.argv.slice(2)
if (file === '') usage('defillamaAdapter.ts DEPLOYMENT_FILE')
const { contracts, tokens, deployBlock } = parseDeployment(readFileSync(file, 'utf8'))
const own = (['AAA', 'MCM', 'GALX'] as const).map((symbol) => `  '${tokens[symbol].address}',`)

console.log(`const { getLogs2 } = require('../helper/cache/getLogs')

const STAKING_POOLS = '${contracts.StakingPools.address}'
const NODE_PASS = '${contracts.NodePass.address}'
const ZN_VAULT = '${contracts.ZnVault.address}'
const FROM_BLOCK = ${deployBlock}
const OWN_TOKENS = [
${own.join('\n')}
].map((token) => token.toLowerCase())

const ENTERED =
  'event Staked(uint256 indexed pool, address indexed account, uint256 position, uint256 amount, uint256 pairAmount, uint256 tier, uint256 weight, address inviter)'
const LEFT = [
  'event Unstaked(uint256 indexed pool, address indexed account, uint256 position, uint256 amount, uint256 pairAmount, uint256 penalty, uint256 weight)',
  'event Exited(uint256 indexed pool, address indexed account, uint256 position, uint256 amount, uint256 pairAmount, uint256 reward, uint256 weight)',
]
const MINTED = 'event PassMinted(uint256 indexed id, address indexed holder, string name)'
const UNBONDED = 'event Unbonded(uint256 indexed id, address indexed holder, uint256 bond)'
const CONFIGURATION =
  'function poolConfiguration(uint256) view returns ((address stakeToken, address pairToken, address rewardToken, address boostSource, uint256 pairRatio, uint32 rewardDuration, (uint32 duration, uint16 multiplierBps, uint16 penaltyBps)[] tiers))'

/** @returns [token, amount] of all that holders have put in and not taken out */
async function principal(api) {
  const logs = (eventAbi) => getLogs2({ api, target: STAKING_POOLS, eventAbi, fromBlock: FROM_BLOCK })
  const [entered, ...left] = await Promise.all([ENTERED, ...LEFT].map(logs))
  const byPool = new Map()
  const count = (sign) => (log) => {
    const sums = byPool.get(String(log.pool)) ?? [0n, 0n]
    byPool.set(String(log.pool), [
      sums[0] + sign * BigInt(log.amount),
      sums[1] + sign * BigInt(log.pairAmount),
    ])
  }
  entered.forEach(count(1n))
  left.flat().forEach(count(-1n))

  const pools = [...byPool.keys()]
  const configurations = await api.multiCall({ abi: CONFIGURATION, target: STAKING_POOLS, calls: pools })
  const amounts = configurations.flatMap((configuration, index) => [
    [configuration.stakeToken, byPool.get(pools[index])[0]],
    [configuration.pairToken, byPool.get(pools[index])[1]],
  ])
  amounts.push([
    await api.call({ target: ZN_VAULT, abi: 'address:asset' }),
    await api.call({ target: ZN_VAULT, abi: 'uint256:totalAssets' }),
  ])
  const passes = (eventAbi) => getLogs2({ api, target: NODE_PASS, eventAbi, fromBlock: FROM_BLOCK })
  const [minted, unbonded] = await Promise.all([MINTED, UNBONDED].map(passes))
  const bond = await api.call({ target: NODE_PASS, abi: 'uint256:BOND' })
  amounts.push([
    await api.call({ target: NODE_PASS, abi: 'address:mcm' }),
    BigInt(bond) * BigInt(minted.length - unbonded.length),
  ])
  return amounts.filter(([, amount]) => BigInt(amount) > 0n)
}

const value = (own) => async (api) => {
  for (const [token, amount] of await principal(api))
    if (OWN_TOKENS.includes(token.toLowerCase()) === own) api.add(token, String(amount))
}

module.exports = {
  methodology:
    'Principal of all stakes, assets of the vault and bonds of node passes, without unearned rewards.',
  bsc: { tvl: value(false), staking: value(true) },
}`)
