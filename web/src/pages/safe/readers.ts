/** Reads every contract that holds money or gives power in one Multicall3 call. Also reads the contracts' code and the account's allowances. */
import { aaaFeeAbi } from '@galx/protocol/abi/AaaFee'
import { epochLogViewsAbi } from '@galx/protocol/abi/EpochLogViews'
import { mintViewsAbi } from '@galx/protocol/abi/MintViews'
import { nodePassViewsAbi } from '@galx/protocol/abi/NodePassViews'
import { powerViewsAbi } from '@galx/protocol/abi/PowerViews'
import { rewardVouchersViewsAbi } from '@galx/protocol/abi/RewardVouchersViews'
import { stakingPoolsTermsAbi } from '@galx/protocol/abi/StakingPoolsTerms'
import { timelockViewsAbi } from '@galx/protocol/abi/TimelockViews'
import { znVaultViewsAbi } from '@galx/protocol/abi/ZnVaultViews'
import { CODE_HASHES } from '@galx/protocol/bytecode/codeHashes'
import { GUARDED_CONTRACTS, OWNED_CONTRACTS } from '@galx/protocol/ownedContracts'
import {
  CONTRACT_NAMES,
  DEVELOPMENT_CONTRACT_NAMES,
  POOL_KEYS,
  SWAP_SYMBOLS,
  TOKEN_SYMBOLS,
} from '@galx/protocol/products'
import { isPublishedCode } from '@galx/protocol/publishedCode'
import { keccak256 } from 'viem/utils'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { erc20Abi, multicall3Abi } from '../../core/chain/abis.ts'
import type { OwnCall } from '../../core/chain/answered.ts'
import type { ReadContext, Reader } from '../../core/chain/chainRead.ts'
import { orNull, readPoolFacts } from '../../core/chain/poolFactsReader.ts'
import type { NodeName } from '../../core/chain/nodeChoice.ts'
import { askNodes } from '../../core/chain/rpc.ts'
import { tokenOf } from '../../core/chain/tokens.ts'
import { HOLDERS, SPENDERS, type Allowance, type Codes, type CodeState, type Safety } from './readings.ts'

/** Milliseconds for which compared code is not fetched again: all code together is a third of a megabyte. */
const CODE_KEPT = 600_000

/** The placeholder of a hash if there is no code. */
const NONE = '0'.repeat(64)

function lower(address: string) {
  return address.toLowerCase() as HexString
}

/** Converts a chain time to a number. The number is exact for each time that the contracts accept. */
function seconds(time: bigint): number {
  return Number(time)
}

/** An object with the result of `of` for each key, read concurrently. */
async function each<Key extends string, T>(keys: readonly Key[], of: (key: Key) => Promise<T>) {
  const values = await Promise.all(keys.map(async (key) => [key, await of(key)] as const))
  return Object.fromEntries(values) as Record<Key, T>
}

async function readMint({ config, read }: ReadContext, token: 'MCM' | 'GALX') {
  const { address } = config.tokens[token]
  const [minter, cap, supply] = await Promise.all([
    read(address, mintViewsAbi, 'minter', []),
    read(address, mintViewsAbi, 'cap', []),
    read(address, mintViewsAbi, 'totalSupply', []),
  ])
  return { minter: lower(minter), cap, supply }
}

async function readVault({ config, read }: ReadContext) {
  const { ZnVault } = config.contracts
  const [asset, { assets, unvested, undistributed }] = await Promise.all([
    read(ZnVault, znVaultViewsAbi, 'asset', []),
    read(ZnVault, znVaultViewsAbi, 'vaultState', []),
  ])
  return { asset: lower(asset), assets, unvested, undistributed }
}

async function readPrograms({ config, read }: ReadContext) {
  const programs = await read(config.contracts.RewardVouchers, rewardVouchersViewsAbi, 'programs', [])
  return programs.map(({ token, funded, vested, paid }) => ({ token: lower(token), funded, vested, paid }))
}

async function readPasses({ config, read }: ReadContext) {
  const { NodePass } = config.contracts
  const [bond, count] = await Promise.all([
    read(NodePass, nodePassViewsAbi, 'BOND', []),
    read(NodePass, nodePassViewsAbi, 'totalSupply', []),
  ])
  return { bond, count }
}

/** One call at one block. A contract that reverts gives null, and the others are still read. */
export const readSafety: Reader<Safety> = async (context) => {
  const { config, read } = context
  const { contracts, tokens } = config
  const keys = POOL_KEYS.filter((key) => config.pools[key] !== undefined)
  const [block, time, poolCount, pools, vault, programs, passes, held, owners, guardians, mints, single] =
    await Promise.all([
      read(contracts.Multicall3, multicall3Abi, 'getBlockNumber', []),
      read(contracts.Multicall3, multicall3Abi, 'getCurrentBlockTimestamp', []).then(seconds),
      orNull(read(contracts.StakingPools, stakingPoolsTermsAbi, 'poolCount', [])),
      Promise.all(keys.map(async (key) => ({ key, facts: await orNull(readPoolFacts(context, key)) }))),
      orNull(readVault(context)),
      orNull(readPrograms(context)),
      orNull(readPasses(context)),
      each(HOLDERS, (holder) =>
        each(TOKEN_SYMBOLS, (symbol) =>
          orNull(read(tokens[symbol].address, erc20Abi, 'balanceOf', [contracts[holder]])),
        ),
      ),
      each(OWNED_CONTRACTS, (name) =>
        orNull(
          Promise.all([
            read(contracts[name], powerViewsAbi, 'owner', []),
            read(contracts[name], powerViewsAbi, 'pendingOwner', []),
          ]).then(([owner, pending]) => ({ owner: lower(owner), pending: lower(pending) })),
        ),
      ),
      each(GUARDED_CONTRACTS, (name) =>
        orNull(read(contracts[name], powerViewsAbi, 'guardian', []).then(lower)),
      ),
      each(['MCM', 'GALX'] as const, (token) => orNull(readMint(context, token))),
      Promise.all([
        orNull(read(contracts.RewardVouchers, rewardVouchersViewsAbi, 'signer', []).then(lower)),
        orNull(read(contracts.RewardVouchers, rewardVouchersViewsAbi, 'coSigner', []).then(lower)),
        orNull(read(contracts.RewardVouchers, rewardVouchersViewsAbi, 'signersNonce', [])),
        orNull(read(contracts.EpochLog, epochLogViewsAbi, 'publisher', []).then(lower)),
        orNull(read(tokens.AAA.address, aaaFeeAbi, 'cfo', []).then(lower)),
        orNull(read(contracts.Timelock, timelockViewsAbi, 'getMinDelay', []).then(seconds)),
      ]),
    ])
  const [signer, coSigner, signersNonce, publisher, cfo, minDelay] = single
  return {
    block,
    time,
    pools,
    vault,
    programs,
    passes,
    held,
    owners,
    guardians,
    mints,
    signer,
    coSigner,
    signersNonce,
    publisher,
    cfo,
    minDelay,
    poolCount: poolCount === null ? null : Number(poolCount),
  }
}

/** The contracts and tokens of a configuration, the product's own first. */
function listed({ contracts, tokens }: WebConfig): { name: string; address: HexString }[] {
  const development = DEVELOPMENT_CONTRACT_NAMES.flatMap((name) => {
    const address = contracts[name]
    return address === undefined ? [] : [{ name, address }]
  })
  return [
    ...CONTRACT_NAMES.map((name) => ({ name, address: contracts[name] })),
    ...TOKEN_SYMBOLS.map((name) => ({ name, address: tokens[name].address })),
    ...development,
  ]
}

/** Whether the code is the published code of the named contract or token. */
export function stateOf(name: string, code: HexString): CodeState {
  if (code === '0x') return 'none'
  const published = name in CODE_HASHES ? CODE_HASHES[name as keyof typeof CODE_HASHES] : undefined
  if (published === undefined) return 'foreign'
  return isPublishedCode(code, published) ? 'same' : 'other'
}

/** Fetches code from the node and compares it here. A comparison is kept for ten minutes, unless some code was unread. */
export function createCodesReader(now: () => number = () => performance.now()): Reader<Codes> {
  let known: { at: number; codes: Codes; hashes: OwnCall | null } | undefined
  return async ({ config, block, record }) => {
    if (known !== undefined && now() - known.at < CODE_KEPT) {
      // Code never changes. The hashes are recorded again, so that the second node compares them even if the wallet was connected after the reading.
      if (known.hashes !== null) record(known.hashes)
      return known.codes
    }
    const at = await block()
    const read = await Promise.all(
      listed(config).map(async (one) => {
        const asked = await askNodes('eth_getCode', [one.address, at]).catch(() => null)
        return {
          ...one,
          code: typeof asked?.answer === 'string' ? lower(asked.answer) : null,
          from: asked?.from,
        }
      }),
    )
    const list = read.map(({ name, address, code }): Codes['list'][number] => ({
      name,
      address,
      state: code === null ? 'unread' : stateOf(name, code),
    }))
    const codes: Codes = { block: BigInt(at), list }
    const hashes = hashesOf(read)
    if (hashes !== null) record(hashes)
    if (codes.list.every(({ state }) => state !== 'unread')) known = { at: now(), codes, hashes }
    return codes
  }
}

/**
 * A call that asks another node for the hashes of the code, for the comparison. The call has no recipient, so the node runs its data as the
 * creation code of a contract. This code puts the hash of each address's code into memory, 0 if there is no code, and returns an empty word and
 * then the hashes. The empty word comes first because a node treats the returned bytes as a contract's code, which must not begin with 0xef.
 */
function hashesOf(
  read: readonly { name: string; address: HexString; code: HexString | null; from: NodeName | undefined }[],
): OwnCall | null {
  const known = read.filter(({ from }) => from !== undefined && from === read[0]?.from)
  const from = known[0]?.from
  if (from === undefined) return null
  const place = (index: number) => (32 * (index + 1)).toString(16).padStart(4, '0')
  const push = ({ address }: { address: HexString }) => `73${address.slice(2)}`
  // EXTCODEHASH × (EXTCODESIZE ≠ 0), PUSH2 place, MSTORE; in the end PUSH2 length, PUSH1 0, RETURN
  const steps = known.map((one, index) => `${push(one)}3f${push(one)}3b15150261${place(index)}52`)
  const hashes = known.map(({ code }) => (code === null || code === '0x' ? NONE : keccak256(code).slice(2)))
  const word = (name: string) => ({ type: 'bytes32', name })
  const outputs = [word('empty'), ...known.map(({ name }) => word(name))]
  return {
    shown: {
      target: known[0]!.address,
      abi: [{ type: 'function', name: 'code', stateMutability: 'view', inputs: [], outputs }],
      functionName: 'code',
      args: [],
    },
    transaction: { data: `0x${steps.join('')}61${place(known.length)}6000f3` },
    returnData: `0x${NONE}${hashes.join('')}`,
    success: true,
    from,
  }
}

/** The non-zero allowances, in the registry's order. Throws unless all were read: a gap would hide an allowance. */
export const readAllowances: Reader<Allowance[]> = async ({ config, account, read }) => {
  const asked = SWAP_SYMBOLS.flatMap((token) => SPENDERS.map((spender) => ({ token, spender })))
  const amounts = await Promise.all(
    asked.map(({ token, spender }) =>
      read(tokenOf(config, token).address, erc20Abi, 'allowance', [account, config.contracts[spender]]),
    ),
  )
  return asked
    .map((one, index) => ({ ...one, amount: amounts[index] ?? 0n }))
    .filter(({ amount }) => amount > 0n)
}
