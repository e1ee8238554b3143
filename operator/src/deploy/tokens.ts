/** The five tokens: made where missing, minted once, and their roles handed on. */
import { createRequire } from 'node:module'
import { erc20Abi, keccak256, type Abi, type Address, type Hex } from 'viem'
import { aaaAbi } from '@galx/protocol/abi/AAA'
import { galxAbi } from '@galx/protocol/abi/GALX'
import { mcmAbi } from '@galx/protocol/abi/MCM'
import { standInTokenAbi } from '@galx/protocol/abi/StandInToken'
import { aaaBytecode } from '@galx/protocol/bytecode/AAA'
import { galxBytecode } from '@galx/protocol/bytecode/GALX'
import { mcmBytecode } from '@galx/protocol/bytecode/MCM'
import { standInTokenBytecode } from '@galx/protocol/bytecode/StandInToken'
import type { TokenSymbol } from '@galx/protocol/deployment'
import { ensureDeployed } from './create2.ts'
import { DeploymentError } from './deploymentError.ts'
import type { NetworkConfiguration } from './networkConfiguration.ts'
import type { Session } from './session.ts'

export type TokenAddresses = Record<TokenSymbol, Address>

/** USDT and BTCB are 18-decimal tokens of 10 billion and 21 million on the embedded chain. */
const STAND_IN_SUPPLY = { USDT: 10_000_000_000n * 10n ** 18n, BTCB: 21_000_000n * 10n ** 18n }

export async function deployTokens(
  session: Session,
  configuration: NetworkConfiguration,
  { timelock, aaaFund }: { timelock: Address; aaaFund: Address },
): Promise<{ tokens: TokenAddresses; swapFactory: Address }> {
  const { salt } = configuration
  const deployer = session.account.address
  const standIn = async (symbol: 'USDT' | 'BTCB') => {
    const existing = configuration.existingTokens[symbol]
    if (existing) return existing.toLowerCase() as Address
    if (!configuration.development)
      throw new DeploymentError(`existingTokens.${symbol} is missing in the plan`)
    const args = [symbol, symbol, deployer, STAND_IN_SUPPLY[symbol]]
    return (
      await ensureDeployed(session, {
        name: symbol,
        abi: standInTokenAbi,
        bytecode: standInTokenBytecode,
        args,
        salt,
      })
    ).address
  }
  const USDT = await standIn('USDT')
  const BTCB = await standIn('BTCB')
  const factory = await swapFactory(session, configuration)
  const { aaa } = configuration
  const { address: AAA } = await ensureDeployed(session, {
    name: 'AAA',
    abi: aaaAbi,
    bytecode: aaaBytecode,
    args: [
      deployer,
      aaa.supply,
      timelock,
      aaa.feeRateBps,
      aaaFund,
      factory.address,
      USDT,
      factory.pairCodeHash,
    ],
    salt,
  })
  const capped = async (symbol: 'GALX' | 'MCM', abi: Abi, bytecode: Hex) => {
    const { cap, minted } = configuration[symbol === 'GALX' ? 'galx' : 'mcm']
    const { address } = await ensureDeployed(session, {
      name: symbol,
      abi,
      bytecode,
      args: [cap, deployer],
      salt,
    })
    const supply = await session.reader.readContract({ address, abi: erc20Abi, functionName: 'totalSupply' })
    if (supply === 0n)
      await session.call(`${symbol} minted`, { address, abi, functionName: 'mint', args: [deployer, minted] })
    return address
  }
  const GALX = await capped('GALX', galxAbi, galxBytecode)
  const MCM = await capped('MCM', mcmAbi, mcmBytecode)
  return { tokens: { USDT, AAA, MCM, GALX, BTCB }, swapFactory: factory.address }
}

/** The minter's role of GALX and MCM goes to the timelock; what the deployer still holds goes to the treasury. */
export async function handTokensOver(
  session: Session,
  configuration: NetworkConfiguration,
  tokens: TokenAddresses,
  timelock: Address,
): Promise<void> {
  const deployer = session.account.address
  for (const [symbol, abi] of [['GALX', galxAbi] as const, ['MCM', mcmAbi] as const]) {
    const address = tokens[symbol]
    const minter = await session.reader.readContract({ address, abi: galxAbi, functionName: 'minter' })
    if (minter.toLowerCase() === deployer.toLowerCase())
      await session.call(`${symbol} minter is the timelock`, {
        address,
        abi,
        functionName: 'setMinter',
        args: [timelock],
      })
  }
  for (const [symbol, address] of Object.entries(tokens)) {
    if (symbol in configuration.existingTokens) continue // those are the deployer's own
    const rest = await session.reader.readContract({
      address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [deployer],
    })
    if (rest > 0n && configuration.treasury.toLowerCase() !== deployer.toLowerCase())
      await session.call(`${symbol} rest to the treasury`, {
        address,
        abi: erc20Abi,
        functionName: 'transfer',
        args: [configuration.treasury, rest],
      })
  }
}

/** The published Uniswap V2 factory: its pairs' creation code must stay as published, so the artefact is used as it is. */
async function swapFactory(session: Session, configuration: NetworkConfiguration) {
  if (configuration.swapFactory) return configuration.swapFactory
  if (!configuration.development) throw new DeploymentError('swapFactory is missing in the plan')
  const require = createRequire(import.meta.url)
  const artefact = (name: string) =>
    require(`@uniswap/v2-core/build/${name}.json`) as { abi: Abi; bytecode: string }
  const { abi, bytecode } = artefact('UniswapV2Factory')
  const { address } = await ensureDeployed(session, {
    name: 'SwapFactory',
    abi,
    bytecode: `0x${bytecode}`,
    args: [configuration.treasury],
    salt: configuration.salt,
  })
  return { address, pairCodeHash: keccak256(`0x${artefact('UniswapV2Pair').bytecode}`) }
}
