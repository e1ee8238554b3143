/** Checks that the contracts refer to each other correctly. */
import { erc20Abi, parseAbi, zeroAddress, type Address } from 'viem'
import { aaaAbi } from '@galx/protocol/abi/AAA'
import { aaaFundAbi } from '@galx/protocol/abi/AaaFund'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { galxAbi } from '@galx/protocol/abi/GALX'
import { levelsAbi } from '@galx/protocol/abi/Levels'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { Deployment } from '@galx/protocol/deployment'
import { TOKEN_SYMBOLS, type SwapSymbol } from '@galx/protocol/products'
import { unlessNodeFault } from '../chain/nodeFaults.ts'
import { factoryAbi, routerAbi } from '../deploy/exchangeAbi.ts'
import type { Comparison } from './findings.ts'
import { contractAddress, tokenAddress, type Place } from './place.ts'
import { constructorArgument } from './roles.ts'

const permitAbi = parseAbi(['function DOMAIN_SEPARATOR() view returns (bytes32)'])

export async function verifyWiring(place: Place): Promise<void> {
  const { deployment, findings, read } = place
  const stakingPools = contractAddress(deployment, 'StakingPools')
  const levels = { address: contractAddress(deployment, 'Levels'), abi: levelsAbi } as const
  const passes = { address: contractAddress(deployment, 'NodePass'), abi: nodePassAbi } as const
  const fund = { address: contractAddress(deployment, 'AaaFund'), abi: aaaFundAbi } as const
  const vault = { address: contractAddress(deployment, 'ZnVault'), abi: znVaultAbi } as const
  const mcm = tokenAddress(deployment, 'MCM')
  // Awaited before the other reads start: a read that fails while no code awaits it would end the process.
  const taxed = await readTaxedPair(place)
  await findings.compare([
    ...tokenComparisons(place),
    ['Levels MCM', read({ ...levels, functionName: 'mcm' }), mcm],
    ['Levels pools contract', read({ ...levels, functionName: 'stakingPools' }), stakingPools],
    ['NodePass MCM', read({ ...passes, functionName: 'mcm' }), mcm],
    ['AaaFund pools contract', read({ ...fund, functionName: 'stakingPools' }), stakingPools],
    ['AaaFund pool', read({ ...fund, functionName: 'pool' }), deployment.pools.aaa?.id],
    ['ZnVault asset', read({ ...vault, functionName: 'asset' }), tokenAddress(deployment, 'GALX')],
    [
      'ZnVault vesting duration',
      read({ ...vault, functionName: 'vestingDuration' }),
      deployment.vaultVestingDuration,
    ],
    ...epochLogComparisons(place),
    ...exchangeComparisons(place, taxed),
  ])
}

function tokenComparisons({ deployment, read, reader, stateBlock }: Place): Comparison[] {
  const permits = async (address: Address): Promise<boolean> => {
    const blockNumber = await stateBlock()
    // A token without permits reverts here.
    const answer = await reader
      .readContract({ address, abi: permitAbi, functionName: 'DOMAIN_SEPARATOR', blockNumber })
      .catch(unlessNodeFault(undefined))
    return answer !== undefined
  }
  const fromFile = TOKEN_SYMBOLS.flatMap((symbol): Comparison[] => {
    const address = tokenAddress(deployment, symbol)
    return [
      [`${symbol} decimals`, read({ address, abi: erc20Abi, functionName: 'decimals' }), 18],
      [`${symbol} symbol`, read({ address, abi: erc20Abi, functionName: 'symbol' }), symbol],
      [`${symbol} permit`, permits(address), deployment.tokens[symbol].permit],
    ]
  })
  const { AAA } = deployment.tokens
  const aaa = { address: AAA.address as Address, abi: aaaAbi } as const
  const capped = (['GALX', 'MCM'] as const).map((symbol): Comparison => [
    `${symbol} cap`,
    read({ address: tokenAddress(deployment, symbol), abi: galxAbi, functionName: 'cap' }),
    constructorArgument(symbol, deployment.tokens[symbol].constructorArguments, 'cap'),
  ])
  return [
    ...fromFile,
    ...capped.filter(([, , wanted]) => wanted !== undefined),
    [
      'AAA fee recipient',
      read({ ...aaa, functionName: 'feeRecipient' }),
      contractAddress(deployment, 'AaaFund'),
    ],
  ]
}

/** @returns the epoch in which the earliest program of the first ruleset begins: EpochLog's rows are counted from it */
function earliestEpoch({ programs, rulesets, epochDuration }: Deployment): number | undefined {
  const named = new Set(rulesets[0]?.programs.map(({ id }) => id))
  // Programs that were added later have their own rulesets, and may begin earlier.
  const starts = Object.values(programs).flatMap(({ id, start }) => (named.has(id) ? [start] : []))
  return starts.length === 0 ? undefined : Math.floor(Math.min(...starts) / epochDuration)
}

function epochLogComparisons({ deployment, read }: Place): Comparison[] {
  const log = { address: contractAddress(deployment, 'EpochLog'), abi: epochLogAbi } as const
  const vouchers = contractAddress(deployment, 'RewardVouchers')
  return [
    ['EpochLog vouchers contract', read({ ...log, functionName: 'rewardVouchers' }), vouchers],
    ['EpochLog epoch', read({ ...log, functionName: 'epochDuration' }), deployment.epochDuration],
    ['EpochLog first epoch', read({ ...log, functionName: 'firstEpoch' }), earliestEpoch(deployment)],
  ]
}

/** Reads the taxed pair from the chain, even if the file does not name it. @returns its address */
async function readTaxedPair({ deployment, read, findings }: Place): Promise<Address | undefined> {
  const aaa = { address: tokenAddress(deployment, 'AAA'), abi: aaaAbi } as const
  const taxed = await findings.read('AAA swap pair', read({ ...aaa, functionName: 'swapPair' }))
  const listed = deployment.pairs.find(({ base, quote }) => base === 'AAA' && quote === 'USDT')
  if (!listed) findings.fault('pair AAA/USDT', 'is not in the deployment file')
  else if (taxed) findings.expect('AAA swap pair', taxed, listed.address)
  return taxed
}

function exchangeComparisons({ deployment, read }: Place, taxed: Address | undefined): Comparison[] {
  const factory = { address: contractAddress(deployment, 'SwapFactory'), abi: factoryAbi } as const
  const router = { address: contractAddress(deployment, 'SwapRouter'), abi: routerAbi } as const
  const addressOf = (symbol: SwapSymbol) =>
    symbol === 'WBNB'
      ? ((deployment.contracts.WrappedNative?.address ?? zeroAddress) as Address)
      : tokenAddress(deployment, symbol)
  const pairOf = (base: SwapSymbol, quote: SwapSymbol) =>
    read({
      ...factory,
      functionName: 'getPair',
      args: [addressOf(base), addressOf(quote)],
    })
  return [
    ['SwapRouter factory', read({ ...router, functionName: 'factory' }), factory.address],
    [
      'SwapRouter wrapped coin',
      read({ ...router, functionName: 'WETH' }),
      deployment.contracts.WrappedNative?.address,
    ],
    ['AAA/USDT pair of the exchange', pairOf('AAA', 'USDT'), taxed],
    ...deployment.pairs.map(({ base, quote, address }): Comparison => [
      `pair ${base}/${quote}`,
      pairOf(base, quote),
      address,
    ]),
  ]
}
