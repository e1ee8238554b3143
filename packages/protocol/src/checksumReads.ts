/** The views that form the checksum (`checksum.ts`), as one call of Multicall3, and the figures in their answers. Pure. */
import { decodeFunctionResult, encodeFunctionData, erc20Abi, type Abi, type Address, type Hex } from 'viem'
import { epochLogAbi } from './abi/EpochLog.ts'
import { levelsAbi } from './abi/Levels.ts'
import { nodePassAbi } from './abi/NodePass.ts'
import { rewardVouchersAbi } from './abi/RewardVouchers.ts'
import { stakingPoolsAbi } from './abi/StakingPools.ts'
import { znVaultAbi } from './abi/ZnVault.ts'
import {
  figures,
  type CheckedContract,
  type Fields,
  type Figure,
  type Found,
  type PoolField,
  type PositionField,
  type ProgramField,
  type VaultField,
} from './checksum.ts'
import type { Deployment } from './deployment.ts'
import { levelPrice } from './formulas.ts'
import { aggregate3Abi, getBlockNumberAbi } from './multicall3.ts'
import { POOL_KEYS, PROGRAM_KEYS, type PoolKey, type ProgramKey } from './products.ts'

/** The number of an account's own positions in a pool that one checksum reads, and the number of its gifts. */
export const POSITIONS_READ = 8n

/** The parts of an account that a checksum reads. */
export type CheckedAccount = {
  /** lowercase */
  address: Address
  /** the first position to read, in each pool with positions in the logs; a gift's number is `FIRST_GIFT` or more */
  positions: readonly { pool: PoolKey; from: bigint }[]
}
/** The reads of a checksum in addition to the contracts' own figures. */
export type Sample = {
  accounts: readonly CheckedAccount[]
  /** ids of passes */
  passes: readonly bigint[]
  /** published epochs */
  epochs: readonly number[]
  /** the number of the newest ruleset; null: none in the logs */
  ruleset: number | null
}

/** One view, and the figures in its answer. */
export type ChecksumRead = {
  target: Address
  data: Hex
  mayFail: boolean
  /** @param answer null: the contract refused @throws Error for bytes that are not an answer of the view */
  figuresOf: (answer: Hex | null) => Figure<Found>[]
}

/** The pools in the deployment file, in the order of the registry. */
export function checkedPools({ pools }: Pick<Deployment, 'pools'>): { key: PoolKey; id: bigint }[] {
  return POOL_KEYS.flatMap((key) => (pools[key] === undefined ? [] : [{ key, id: BigInt(pools[key].id) }]))
}

/** The programs in the deployment file, in the order of the registry. */
export function checkedPrograms({
  programs,
}: Pick<Deployment, 'programs'>): { key: ProgramKey; id: bigint }[] {
  return PROGRAM_KEYS.flatMap((key) =>
    programs[key] === undefined ? [] : [{ key, id: BigInt(programs[key].id) }],
  )
}

/** All views of a checksum: first the contracts' own, then those of each account. An account costs few views, whatever it holds. */
export function checksumReads(deployment: Deployment, sample: Sample): ChecksumRead[] {
  return [
    ...contractReads(deployment, sample),
    ...sample.accounts.flatMap((account) => accountReads(deployment, account)),
  ]
}

function contractReads(deployment: Deployment, { passes, epochs, ruleset }: Sample): ChecksumRead[] {
  const { contracts, tokens } = deployment
  const read = readerOf(deployment)
  const pools = read('StakingPools', stakingPoolsAbi)
  const vault = read('ZnVault', znVaultAbi)
  const vouchers = read('RewardVouchers', rewardVouchersAbi)
  const nodePass = read('NodePass', nodePassAbi)
  const epochLog = read('EpochLog', epochLogAbi)
  const tokenOf = (token: string, holder: string, made: (balance: bigint) => Figure<Found>[]) =>
    view<bigint>({ address: token, abi: erc20Abi }, 'balanceOf', [holder], made)
  return [
    pools<bigint>('poolCount', [], figures.pools),
    ...checkedPools(deployment).map(({ key, id }) =>
      pools<Fields<PoolField, bigint>>('poolState', [id], (state) => figures.pool(key, state)),
    ),
    vault<bigint>('totalSupply', [], figures.vaultSupply),
    vault<Fields<VaultField, bigint> & { assets: bigint }>('vaultState', [], (state) =>
      figures.vault({ ...state, totalAssets: state.assets }).filter(({ figure }) => figure !== 'totalSupply'),
    ),
    vouchers<bigint>('programCount', [], figures.programs),
    ...checkedPrograms(deployment).map(({ key, id }) =>
      vouchers<Fields<ProgramField, bigint>>('program', [id], (state) => figures.program(key, state)),
    ),
    nodePass<bigint>('totalSupply', [], figures.passSupply),
    tokenOf(tokens.MCM.address, contracts.NodePass.address, figures.bonds),
    ...passes.map(holdingReads(deployment).pass),
    tokenOf(tokens.AAA.address, contracts.AaaFund.address, figures.fund),
    epochLog<bigint>('rulesetCount', [], figures.rulesets),
    ...(ruleset === null
      ? []
      : [
          epochLog<{ hash: Hex; firstEpoch: bigint }>(
            'rulesetAt',
            [BigInt(ruleset)],
            ({ hash, firstEpoch }) => figures.ruleset<Found>(ruleset, hash, firstEpoch),
            () => figures.ruleset<Found>(ruleset, null, null),
          ),
        ]),
    ...epochs.map((epoch) =>
      epochLog<{ hash: Hex; blockNumber: bigint }>('epochAt', [BigInt(epoch)], ({ hash, blockNumber }) =>
        figures.epoch<Found>(epoch, hash, blockNumber),
      ),
    ),
  ]
}

/** The reads of single holdings. A checksum reads only the holdings that the logs name. */
export function holdingReads(deployment: Deployment) {
  const read = readerOf(deployment)
  const ids = new Map(checkedPools(deployment).map(({ key, id }) => [key, id]))
  const programs = new Map(checkedPrograms(deployment).map(({ key, id }) => [key, id]))
  return {
    stake: (account: Address, pool: PoolKey) =>
      read('StakingPools', stakingPoolsAbi)<{
        weight: bigint
        positionCount: bigint
        giftCount: bigint
        earned: bigint
      }>('accountState', [ids.get(pool)!, account], ({ weight, positionCount, giftCount, earned }) =>
        figures.stake(account, pool, { weight, positions: positionCount, gifts: giftCount, earned }),
      ),
    shares: (account: Address) =>
      read('ZnVault', znVaultAbi)<bigint>('balanceOf', [account], (shares) =>
        figures.shares(account, shares),
      ),
    level: (account: Address) =>
      read('Levels', levelsAbi)<bigint>('levelOf', [account], (level) =>
        figures.level(account, level, levelPrice(level)),
      ),
    pass: (id: bigint) =>
      read('NodePass', nodePassAbi)<{ holder: Address; unbondingUntil: bigint }>(
        'pass',
        [id],
        ({ holder, unbondingUntil }) => figures.pass<Found>(id, lower(holder), unbondingUntil),
        () => figures.pass<Found>(id, null, null),
      ),
    drawn: (account: Address, of: readonly ProgramKey[]) =>
      read('RewardVouchers', rewardVouchersAbi)<readonly bigint[]>(
        'drawnMany',
        [of.map((key) => programs.get(key)!), of.map(() => account)],
        (drawn) =>
          of.flatMap((key, index) => {
            const amount = drawn[index]
            if (amount === undefined) throw new Error('an answer of drawnMany is too short')
            return figures.drawn(account, key, amount)
          }),
      ),
  }
}

function accountReads(deployment: Deployment, { address, positions }: CheckedAccount): ChecksumRead[] {
  const read = readerOf(deployment)
  const of = holdingReads(deployment)
  const known = checkedPools(deployment)
  type PositionView = Fields<PositionField, bigint> & { position: bigint }
  return [
    ...known.map(({ key }) => of.stake(address, key)),
    ...positions.map(({ pool, from }) => {
      const { id } = known.find(({ key }) => key === pool)!
      return read('StakingPools', stakingPoolsAbi)<readonly PositionView[]>(
        'positionsOf',
        [id, address, from, POSITIONS_READ],
        (open) =>
          open.flatMap(({ position, ...fields }) => figures.position(address, pool, position, fields)),
      )
    }),
    of.shares(address),
    of.level(address),
    read('NodePass', nodePassAbi)<bigint>('balanceOf', [address], (held) => figures.passesOf(address, held)),
    of.drawn(
      address,
      checkedPrograms(deployment).map(({ key }) => key),
    ),
  ]
}

function readerOf({ contracts }: Deployment) {
  return (contract: CheckedContract, abi: Abi) =>
    <Answer>(
      functionName: string,
      args: readonly unknown[],
      made: (answer: Answer) => Figure<Found>[],
      refused?: () => Figure<Found>[],
    ) =>
      view({ address: contracts[contract].address, abi }, functionName, args, made, refused)
}

/** @param refused the figures of a contract that refuses the call; without it, a refusal is an error of the whole checksum */
function view<Answer>(
  { address, abi }: { address: string; abi: Abi },
  functionName: string,
  args: readonly unknown[],
  made: (answer: Answer) => Figure<Found>[],
  refused?: () => Figure<Found>[],
): ChecksumRead {
  return {
    target: address as Address,
    data: encodeFunctionData({ abi, functionName, args }),
    mayFail: refused !== undefined,
    figuresOf: (answer) => {
      if (answer !== null) return made(decodeFunctionResult({ abi, functionName, data: answer }) as Answer)
      if (refused === undefined) throw new Error(`${functionName} was refused`)
      return refused()
    },
  }
}

function lower(address: Address): Address {
  return address.toLowerCase() as Address
}

/** The call of Multicall3 that executes all reads at one block, and returns the block's number. */
export function checksumCall(
  { contracts }: Pick<Deployment, 'contracts'>,
  reads: readonly ChecksumRead[],
): { to: Address; data: Hex } {
  const multicall = contracts.Multicall3.address as Address
  const calls = reads.map(({ target, data, mayFail }) => ({
    target,
    allowFailure: mayFail,
    callData: data,
  }))
  const block = encodeFunctionData({ abi: getBlockNumberAbi, functionName: 'getBlockNumber' })
  const named = { target: multicall, allowFailure: false, callData: block }
  return {
    to: multicall,
    data: encodeFunctionData({ abi: aggregate3Abi, functionName: 'aggregate3', args: [[named, ...calls]] }),
  }
}

/**
 * @param answer to the call @param block at which the call should be executed
 * @returns the figures of all reads @throws Error for bytes that are not the answer to these reads at that block
 */
export function readFigures(reads: readonly ChecksumRead[], answer: Hex, block: number): Figure<Found>[] {
  const [named, ...results] = decodeFunctionResult({
    abi: aggregate3Abi,
    functionName: 'aggregate3',
    data: answer,
  })
  if (named === undefined || results.length !== reads.length)
    throw new Error(`the answer has ${results.length} results instead of ${reads.length}`)
  const found = decodeFunctionResult({
    abi: getBlockNumberAbi,
    functionName: 'getBlockNumber',
    data: named.returnData,
  })
  if (found !== BigInt(block)) throw new Error(`block ${found} was read instead of block ${block}`)
  return reads.flatMap(({ figuresOf }, index) => {
    const { success, returnData } = results[index]!
    return figuresOf(success ? returnData : null)
  })
}
