// The sheet's report on a mined call: from the logs of its receipt, never from the intent.
import { levelsAbi } from '@galx/protocol/abi/Levels'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { encodeAbiParameters, encodeEventTopics, parseAbi } from 'viem/utils'
import type { Abi } from 'viem'
import { describe, expect, it } from 'vitest'
import type { ReceiptLog } from '../../src/core/transactions/calls/callFile.ts'
import { fileOf, type IntendedCall } from '../../src/core/transactions/calls/index.ts'
import { config as base, INVITER, ONE } from '../staking/fixtures.ts'

type Hex = `0x${string}`
function at(byte: string): Hex {
  return `0x${byte.repeat(20)}`
}
const ACCOUNT = at('aa')
const PAIR = at('99')
const config = {
  ...base,
  contracts: {
    ...base.contracts,
    ZnVault: at('01'),
    Levels: at('02'),
    NodePass: at('03'),
    SwapRouter: at('04'),
    WrappedNative: at('05'),
    RewardVouchers: at('06'),
  },
  tokens: {
    USDT: { address: at('11'), permit: false },
    AAA: { address: at('12'), permit: true },
    MCM: { address: at('13'), permit: true },
    GALX: { address: at('14'), permit: true },
    BTCB: { address: at('15'), permit: false },
  },
}
const { ZnVault, Levels, NodePass, SwapRouter, WrappedNative, RewardVouchers } = config.contracts
const erc20 = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])
const weth = parseAbi([
  'event Deposit(address indexed dst, uint256 wad)',
  'event Withdrawal(address indexed src, uint256 wad)',
])

function log(address: Hex, abi: Abi, eventName: string, args: Record<string, unknown>): ReceiptLog {
  const event = abi.find((item) => item.type === 'event' && item.name === eventName)
  if (event?.type !== 'event') throw new Error(`no event ${eventName}`)
  const unindexed = event.inputs.filter(({ indexed }) => indexed !== true)
  return {
    address,
    topics: encodeEventTopics({ abi, eventName, args } as never) as Hex[],
    data: encodeAbiParameters(
      unindexed,
      unindexed.map(({ name }) => args[name ?? '']),
    ),
  }
}
function transfer(token: keyof typeof config.tokens, from: Hex, to: Hex, value: bigint): ReceiptLog {
  return log(config.tokens[token].address, erc20, 'Transfer', { from, to, value })
}
function outcome(call: IntendedCall, logs: ReceiptLog[]) {
  const { outcome: read } = fileOf(call)
  if (read === undefined) throw new Error('nothing is said of this call')
  return {
    facts: read.facts(call, logs, config, ACCOUNT),
    states: (read.states?.(call, config, ACCOUNT) ?? []).map(({ label, unit }) => `${label} ${unit}`),
    next: read.next?.(call, config, ACCOUNT) ?? null,
  }
}

describe('the vault', () => {
  const stranger = { sender: INVITER, owner: INVITER, assets: 99n * ONE, shares: 1n }

  it('shows this account’s deposit, and no other account’s', () => {
    const own = { sender: ACCOUNT, owner: ACCOUNT, assets: 7n * ONE, shares: 3n }
    const call = {
      name: 'vaultDeposit',
      token: 'GALX',
      amount: ONE,
      receiver: ACCOUNT,
      inviter: null,
    } as const
    expect(
      outcome(call, [
        log(ZnVault, znVaultAbi, 'Deposit', own),
        log(ZnVault, znVaultAbi, 'Deposit', stranger),
      ]),
    ).toEqual({
      facts: [{ label: 'deposited', amount: 7n * ONE, token: 'GALX' }],
      states: ['vault GALX', 'balance GALX'],
      next: { label: 'viewVault', page: 'zn' },
    })
  })

  it('shows the withdrawn amount', () => {
    const own = { sender: ACCOUNT, receiver: ACCOUNT, owner: ACCOUNT, assets: 8n * ONE, shares: 3n }
    const call = { name: 'vaultRedeem', shares: 3n, receiver: ACCOUNT, owner: ACCOUNT } as const
    expect(outcome(call, [log(ZnVault, znVaultAbi, 'Withdraw', own)])).toMatchObject({
      facts: [{ label: 'withdrawn', amount: 8n * ONE, token: 'GALX' }],
      next: null,
    })
  })
})

it('shows the amount that a level has burned, and the level before and after', () => {
  const bought = { account: ACCOUNT, fromLevel: 0n, level: 2n, burned: 500n * ONE }
  expect(
    outcome({ name: 'buyLevel', level: 2, pools: [] }, [log(Levels, levelsAbi, 'LevelBought', bought)]),
  ).toEqual({
    facts: [{ label: 'burned', amount: 500n * ONE, token: 'MCM' }],
    states: ['level count', 'balance MCM'],
    next: null,
  })
})

describe('a node pass', () => {
  it('shows the paid bond, and leads to the pass', () => {
    expect(
      outcome({ name: 'mintPass', passName: 'n' }, [transfer('MCM', ACCOUNT, NodePass, 10_000n * ONE)]),
    ).toEqual({
      facts: [{ label: 'bond', amount: 10_000n * ONE, token: 'MCM' }],
      states: ['passes count', 'balance MCM'],
      next: { label: 'viewPass', page: 'hidden' },
    })
  })

  it('shows the returned bond', () => {
    const unbonded = { id: 3n, holder: ACCOUNT, bond: 10_000n * ONE }
    expect(
      outcome({ name: 'unbondPass', pass: 3n }, [log(NodePass, nodePassAbi, 'Unbonded', unbonded)]).facts,
    ).toEqual([{ label: 'bondReturned', amount: 10_000n * ONE, token: 'MCM' }])
  })

  it('counts the passes before and after one is sent', () => {
    expect(outcome({ name: 'sendPass', pass: 3n, from: ACCOUNT, to: INVITER }, [])).toEqual({
      facts: [],
      states: ['passes count'],
      next: null,
    })
  })
})

describe('a swap', () => {
  const swap = {
    name: 'swap' as const,
    amountIn: 50n * ONE,
    amountOutMin: 1n,
    to: ACCOUNT,
    deadline: 1n,
    native: null,
    feeOnTransfer: false,
  }

  it('shows the paid and the received amount after all fees, and leads to staking it', () => {
    const logs = [
      transfer('USDT', ACCOUNT, PAIR, 50n * ONE),
      transfer('GALX', PAIR, ACCOUNT, 62n * ONE),
      transfer('GALX', PAIR, INVITER, ONE),
    ]
    expect(outcome({ ...swap, path: ['USDT', 'GALX'] }, logs)).toEqual({
      facts: [
        { label: 'paid', amount: 50n * ONE, token: 'USDT' },
        { label: 'received', amount: 62n * ONE, token: 'GALX' },
      ],
      states: ['balance USDT', 'balance GALX'],
      next: { label: 'stakeIt', page: 'galx' },
    })
  })

  it('shows the whole received amount if the account stakes some of it in the same transaction', () => {
    const logs = [
      transfer('USDT', ACCOUNT, PAIR, 50n * ONE),
      transfer('GALX', PAIR, ACCOUNT, 62n * ONE),
      transfer('GALX', ACCOUNT, config.contracts.StakingPools as Hex, 60n * ONE),
    ]
    expect(outcome({ ...swap, path: ['USDT', 'GALX'] }, logs).facts[1]).toEqual({
      label: 'received',
      amount: 62n * ONE,
      token: 'GALX',
    })
  })

  it('shows paid and received amounts of the native coin', () => {
    const bought = [
      log(WrappedNative, weth, 'Deposit', { dst: SwapRouter, wad: 2n * ONE }),
      transfer('USDT', PAIR, ACCOUNT, 1_200n * ONE),
    ]
    expect(outcome({ ...swap, path: ['WBNB', 'USDT'], native: 'in' }, bought)).toMatchObject({
      facts: [
        { label: 'paid', amount: 2n * ONE, token: 'BNB' },
        { label: 'received', amount: 1_200n * ONE, token: 'USDT' },
      ],
      states: ['balance BNB', 'balance USDT'],
      next: null,
    })
    const sold = [
      transfer('USDT', ACCOUNT, PAIR, 50n * ONE),
      log(WrappedNative, weth, 'Withdrawal', { src: SwapRouter, wad: ONE }),
    ]
    expect(outcome({ ...swap, path: ['USDT', 'WBNB'], native: 'out' }, sold).facts[1]).toEqual({
      label: 'received',
      amount: ONE,
      token: 'BNB',
    })
  })
})

it('shows wrapped and unwrapped amounts', () => {
  const wrapped = [log(WrappedNative, weth, 'Deposit', { dst: ACCOUNT, wad: ONE })]
  expect(outcome({ name: 'wrap', amount: ONE }, wrapped)).toMatchObject({
    facts: [{ label: 'received', amount: ONE, token: 'WBNB' }],
    states: ['balance BNB', 'balance WBNB'],
  })
  const unwrapped = [log(WrappedNative, weth, 'Withdrawal', { src: ACCOUNT, wad: ONE })]
  expect(outcome({ name: 'unwrap', amount: ONE }, unwrapped).facts).toEqual([
    { label: 'received', amount: ONE, token: 'BNB' },
  ])
})

it('shows the received bonuses, with the wallet before and after, and leads to staking them', () => {
  const voucher = {
    program: BigInt(config.programs.galx ?? 0),
    account: ACCOUNT,
    cumulative: ONE,
    deadline: 1n,
    signersNonce: 1n,
    signature: { r: `0x${'1'.repeat(64)}`, vs: `0x${'2'.repeat(64)}` },
    coSignature: { r: `0x${'3'.repeat(64)}`, vs: `0x${'4'.repeat(64)}` },
  } as const
  expect(
    outcome({ name: 'claimBonuses', vouchers: [voucher] }, [transfer('GALX', RewardVouchers, ACCOUNT, ONE)]),
  ).toEqual({
    facts: [{ label: 'bonus', amount: ONE, token: 'GALX' }],
    states: ['balance GALX'],
    next: { label: 'stakeIt', page: 'galx' },
  })
})
