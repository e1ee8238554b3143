/**
 * Everything that the deployment creates, with its future address. Pure: the same configuration and deployer give the same book,
 * before anything is on the chain.
 */
import { encodePacked, getCreate2Address, keccak256, type Address, type Hex } from 'viem'
import {
  POOL_KEYS,
  PROGRAM_KEYS,
  TOKEN_SYMBOLS,
  type ContractName,
  type PoolKey,
  type ProgramKey,
  type SwapSymbol,
  type TokenSymbol,
} from '@galx/protocol/products'
import type { NetworkConfiguration } from '../networks/networkConfiguration.ts'
import { addressOf, type Creation } from './create2.ts'
import { DeploymentError } from './deploymentError.ts'
import { MULTICALL3 } from './multicall3.ts'
import { published, type PublishedName } from './published.ts'
import { UNISWAP_PAIR_CODE_HASH } from './uniswapArtefacts.ts'

export type TokenAddresses = Record<TokenSymbol, Address>

export type AddressBook = {
  tokens: TokenAddresses
  contracts: Record<ContractName, Address> & { DemoFaucet?: Address }
  pairCodeHash: Hex
  /** in the order of their creation, before any call; by the names of tokens and contracts */
  creations: readonly Creation[]
  /** created after the programs, because its constructor reads them */
  epochLog: Creation
  pools: Partial<Record<PoolKey, bigint>>
  programs: Partial<Record<ProgramKey, bigint>>
}

/** The supply of a stand-in: 10 billion USDT, or 21 million BTCB. Both have 18 decimals. */
export const STAND_IN_SUPPLY = { USDT: 10_000_000_000n * 10n ** 18n, BTCB: 21_000_000n * 10n ** 18n }

/** Adds a contract to the list of contracts to create. @returns the contract's address */
type Make = (name: string, code: PublishedName, args: readonly unknown[]) => Address

/** The address that the plan names, or a stand-in on a network for development or a rehearsal. */
function existing(
  { development, standIns }: NetworkConfiguration,
  what: string,
  address: Address | undefined,
  standIn: () => Address,
): Address {
  if (address) return address.toLowerCase() as Address
  if (development || standIns) return standIn()
  throw new DeploymentError(`${what} is missing in the plan`)
}

function exchangeContracts(configuration: NetworkConfiguration, make: Make) {
  const { exchange, treasury } = configuration
  const WrappedNative = existing(configuration, 'exchange.wrappedNative', exchange?.wrappedNative, () =>
    make('WrappedNative', 'WrappedNative', []),
  )
  const SwapFactory = existing(configuration, 'exchange.factory', exchange?.factory, () =>
    make('SwapFactory', 'SwapFactory', [treasury]),
  )
  const SwapRouter = existing(configuration, 'exchange.router', exchange?.router, () =>
    make('SwapRouter', 'SwapRouter', [SwapFactory, WrappedNative]),
  )
  return { WrappedNative, SwapFactory, SwapRouter }
}

/** @throws DeploymentError naming each missing entry, unless the network is for development or a rehearsal */
export function addressBook(configuration: NetworkConfiguration, deployer: Address): AddressBook {
  const { salt, guardian, timelock: terms, aaa, vault } = configuration
  const creations: Creation[] = []
  const make: Make = (name, code, args) => {
    const creation = { name, ...published(code), args, salt }
    creations.push(creation)
    return addressOf(creation)
  }
  const token = (symbol: 'USDT' | 'BTCB') =>
    existing(configuration, `existingTokens.${symbol}`, configuration.existingTokens[symbol], () =>
      make(symbol, 'StandInToken', [symbol, symbol, deployer, STAND_IN_SUPPLY[symbol]]),
    )

  const Timelock = make('Timelock', 'Timelock', [BigInt(terms.minDelay), terms.proposers, terms.executors])
  const USDT = token('USDT')
  const BTCB = token('BTCB')
  const { WrappedNative, SwapFactory, SwapRouter } = exchangeContracts(configuration, make)
  const pairCodeHash = configuration.exchange?.pairCodeHash ?? UNISWAP_PAIR_CODE_HASH
  const GALX = make('GALX', 'GALX', [configuration.galx.cap, deployer])
  const MCM = make('MCM', 'MCM', [configuration.mcm.cap, deployer])
  // The deployer owns the contract only until the pools are made.
  const StakingPools = make('StakingPools', 'StakingPools', [deployer, guardian])
  const poolKeys = POOL_KEYS.filter((key) => configuration.pools[key])
  if (!poolKeys.includes('aaa'))
    throw new DeploymentError('pools.aaa is missing in the plan: the AAA fee flows there')
  const AaaFund = make('AaaFund', 'AaaFund', [StakingPools, BigInt(poolKeys.indexOf('aaa'))])
  const AAA = make('AAA', 'AAA', [
    deployer,
    aaa.supply,
    Timelock,
    aaa.feeRateBps,
    AaaFund,
    SwapFactory,
    USDT,
    pairCodeHash,
  ])
  const Levels = make('Levels', 'Levels', [MCM, StakingPools])
  const NodePass = make('NodePass', 'NodePass', [MCM])
  // The deployer owns the contract only until the programs are made.
  const RewardVouchers = make('RewardVouchers', 'RewardVouchers', [
    deployer,
    guardian,
    configuration.voucherSigner,
    configuration.voucherCoSigner,
    BigInt(configuration.epochDuration),
  ])
  const ZnVault = make('ZnVault', 'ZnVault', [GALX, Timelock, guardian, BigInt(vault.vestingDuration)])

  const epochLog: Creation = {
    name: 'EpochLog',
    ...published('EpochLog'),
    // Owned by the deployer only until its first ruleset is there.
    args: [deployer, configuration.epochPublisher, RewardVouchers],
    salt,
  }

  const tokens = { USDT, AAA, MCM, GALX, BTCB }
  const { faucet } = configuration
  const DemoFaucet =
    faucet && configuration.development
      ? make('DemoFaucet', 'DemoFaucet', [
          TOKEN_SYMBOLS.map((symbol) => tokens[symbol]),
          TOKEN_SYMBOLS.map((symbol) => faucet.parcel[symbol]),
        ])
      : undefined
  return {
    tokens,
    contracts: {
      Timelock,
      StakingPools,
      Levels,
      NodePass,
      AaaFund,
      RewardVouchers,
      EpochLog: addressOf(epochLog),
      ZnVault,
      SwapFactory,
      SwapRouter,
      WrappedNative,
      Multicall3: MULTICALL3,
      ...(DemoFaucet ? { DemoFaucet } : {}),
    },
    pairCodeHash,
    creations,
    epochLog,
    pools: Object.fromEntries(
      poolKeys.map((key, index) => [key, serialId(index, tokens[configuration.pools[key]!.stakeToken])]),
    ),
    programs: Object.fromEntries(
      PROGRAM_KEYS.filter((key) => configuration.programs[key]).map((key, index) => [
        key,
        serialId(index, tokens[configuration.programs[key]!.token]),
      ]),
    ),
  }
}

/** The id of a pool or program has a serial number above the 160 bits of its token's address, so every id is known beforehand. */
function serialId(index: number, token: Address): bigint {
  return (BigInt(index + 1) << 160n) | BigInt(token)
}

/** The contract of one token of a pair. */
export function swapTokenAddress({ tokens, contracts }: AddressBook, symbol: SwapSymbol): Address {
  return symbol === 'WBNB' ? contracts.WrappedNative : tokens[symbol]
}

/** The address at which a Uniswap-V2-compatible factory creates the pair of two tokens, in lower case. */
export function pairAddress({ contracts, pairCodeHash }: AddressBook, one: Address, other: Address): Address {
  const sorted = BigInt(one) < BigInt(other) ? ([one, other] as const) : ([other, one] as const)
  return getCreate2Address({
    from: contracts.SwapFactory,
    salt: keccak256(encodePacked(['address', 'address'], sorted)),
    bytecodeHash: pairCodeHash,
  }).toLowerCase() as Address
}
