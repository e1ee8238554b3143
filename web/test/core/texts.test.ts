import { CONTRACT_NAMES, DEVELOPMENT_CONTRACT_NAMES, OWN_CONTRACT_NAMES } from '@galx/protocol/products'
import { parseWebConfig } from '@galx/protocol/webConfig'
import { describe, expect, it } from 'vitest'
import englishErrors from '../../src/core/transactions/errorTexts.en.ts'
import vietnameseErrors from '../../src/core/transactions/errorTexts.vi.ts'
import chineseErrors from '../../src/core/transactions/errorTexts.zh.ts'
import { decodeCall, encodeCall, firstDifference } from '../../src/core/transactions/calldata.ts'
import { ERRORS_ABI, type IntendedCall } from '../../src/core/transactions/calls/index.ts'
import { exampleConfig, exampleJson } from './exampleConfig.ts'

describe('texts', () => {
  // Third-party code has no custom errors; each of our own contracts has an ABI here.
  const modules = import.meta.glob<Record<string, readonly { type: string; name?: string }[]>>(
    '../../../packages/protocol/src/abi/*.ts',
    { eager: true },
  )
  const own = [...OWN_CONTRACT_NAMES, ...DEVELOPMENT_CONTRACT_NAMES]
  const errorsOf = (name: string) => {
    const module = modules[`../../../packages/protocol/src/abi/${name}.ts`]
    if (module === undefined) throw new Error(`the contract ${name} of the registry has no ABI`)
    return Object.values(module)
      .flat()
      .filter(({ type }) => type === 'error')
      .map((item) => item.name ?? '')
  }
  const tokens = ['GALX', 'MCM', 'AAA', 'StandInToken']
  const errors = [...own, ...tokens].flatMap(errorsOf)

  it.each([
    ['Chinese', chineseErrors],
    ['English', englishErrors],
    ['Vietnamese', vietnameseErrors],
  ])('every custom error of the contracts has a sentence in %s', (_, { contract }) => {
    expect(errors.length).toBeGreaterThan(30)
    for (const name of errors) expect(Object.keys(contract)).toContain(name)
  })

  it('every error that the app’s calls can meet is decoded', () => {
    const known = ERRORS_ABI.map((item) => ('name' in item ? item.name : ''))
    for (const name of [
      'StakingPools',
      'Levels',
      'AaaFund',
      'RewardVouchers',
      'NodePass',
      'ZnVault',
      'DemoFaucet',
      'GALX',
      'MCM',
      'StandInToken',
    ].flatMap(errorsOf))
      if (!name.startsWith('CappedToken_')) expect(known).toContain(name)
  })
})

describe('what you see is what you sign', () => {
  const config = exampleConfig()
  const account = `0x${'ab'.repeat(20)}` as const
  const permit = { deadline: 9n, v: 27, r: `0x${'1'.repeat(64)}`, s: `0x${'2'.repeat(64)}` } as const
  const voucher = {
    program: 11n,
    account,
    cumulative: 5n,
    deadline: 99n,
    signersNonce: 1n,
    signature: { r: `0x${'3'.repeat(64)}`, vs: `0x${'4'.repeat(64)}` },
    coSignature: { r: `0x${'5'.repeat(64)}`, vs: `0x${'6'.repeat(64)}` },
  } as const
  const calls: IntendedCall[] = [
    { name: 'stake', pool: 'galx', amount: 5n, tier: 0, inviter: account },
    { name: 'stake', pool: 'galx', amount: 5n, tier: 0, inviter: null },
    {
      name: 'stakeWithPermit',
      pool: 'galx',
      amount: 5n,
      tier: 0,
      inviter: null,
      stakePermit: permit,
      pairPermit: null,
    },
    { name: 'unstake', pool: 'galx', position: 3n, amount: 2n, to: account },
    { name: 'exit', pool: 'galx', position: 3n, to: account },
    { name: 'exitEarly', pool: 'galx', position: 3n, amount: 1n, to: account },
    { name: 'withdrawPrincipal', pool: 'galx', position: 3n, to: account },
    { name: 'claim', pool: 'galx', to: account },
    { name: 'claimMany', pools: ['galx'], to: account },
    { name: 'syncBoost', pool: 'galx', account },
    { name: 'claimBonuses', vouchers: [voucher] },
    { name: 'claimWithBonuses', account, pools: ['galx'], vouchers: [voucher, { ...voucher, program: 12n }] },
    { name: 'buyLevel', level: 4, pools: ['galx'] },
    { name: 'buyLevelWithPermit', level: 1, pools: [], permit },
    { name: 'distribute' },
    { name: 'approve', token: 'USDT', spender: account, amount: 4n },
    { name: 'drip', account },
    { name: 'approve', token: 'WBNB', spender: account, amount: 4n },
    { name: 'wrap', amount: 7n },
    { name: 'unwrap', amount: 7n },
    ...([null, 'in', 'out'] as const).flatMap((native) =>
      [true, false].map((feeOnTransfer): IntendedCall => ({
        name: 'swap',
        path: native === 'in' ? ['WBNB', 'USDT', 'AAA'] : ['AAA', 'USDT', 'WBNB'],
        amountIn: 5n,
        amountOutMin: 3n,
        to: account,
        deadline: 99n,
        native,
        feeOnTransfer,
      })),
    ),
    { name: 'mintPass', passName: '北斗 👩‍🚀' },
    { name: 'mintPassWithPermit', passName: '北斗', permit },
    { name: 'renamePass', pass: 7n, passName: 'Vega' },
    { name: 'startUnbonding', pass: 7n },
    { name: 'cancelUnbonding', pass: 7n },
    { name: 'unbondPass', pass: 7n },
    { name: 'sendPass', pass: 7n, from: account, to: `0x${'b'.repeat(40)}` },
    { name: 'vaultDeposit', token: 'GALX', amount: 5n, receiver: account, inviter: account },
    { name: 'vaultDeposit', token: 'GALX', amount: 5n, receiver: account, inviter: null },
    {
      name: 'vaultDepositWithPermit',
      token: 'GALX',
      amount: 5n,
      receiver: account,
      inviter: null,
      permit,
    },
    { name: 'vaultWithdraw', token: 'GALX', amount: 5n, receiver: account, owner: account },
    { name: 'vaultRedeem', shares: 5n, receiver: account, owner: account },
  ]
  it.each(calls)('$name is decoded from its own bytes unchanged', (call) => {
    expect(firstDifference(call, decodeCall(encodeCall(call, config), config))).toBeNull()
  })
  it('a change of a call’s native coin is noticed', () => {
    for (const call of calls) {
      const { value = 0n, ...bytes } = encodeCall(call, config)
      expect(firstDifference(call, decodeCall({ ...bytes, value: value + 1n }, config))).not.toBeNull()
    }
  })
  it('a swap whose path does not begin or end with the wrapped coin cannot pay or receive the native coin', () => {
    const swap = calls.find((call) => call.name === 'swap' && call.native === 'in') as Extract<
      IntendedCall,
      { name: 'swap' }
    >
    expect(() => encodeCall({ ...swap, path: ['USDT', 'AAA'] }, config)).toThrow('the path does not fit')
  })
  it('every changed byte of a call is noticed', () => {
    const call = calls[0] as IntendedCall
    const { to, data } = encodeCall(call, config)
    for (let at = 2; at < data.length; at += 1) {
      const digit = data[at] === '1' ? '2' : '1'
      const changed = `${data.slice(0, at)}${digit}${data.slice(at + 1)}` as `0x${string}`
      expect(firstDifference(call, decodeCall({ to, data: changed }, config))).not.toBeNull()
    }
    expect(firstDifference(call, decodeCall({ to: account, data }, config))).toBe('call')
  })
})

describe('/config.json', () => {
  it('is accepted with addresses in lower case and URLs without a trailing slash', () => {
    const result = parseWebConfig(
      exampleJson({
        contracts: Object.fromEntries(CONTRACT_NAMES.map((name) => [name, `0x${'AB'.repeat(20)}`])),
      }),
    )
    expect(result).toMatchObject({
      ok: true,
      config: { apiUrl: 'http://127.0.0.1:8080', contracts: { Multicall3: `0x${'ab'.repeat(20)}` } },
    })
  })
  it.each([
    [null, 'config.json must be an object'],
    [exampleJson({ chainId: '56' }), 'chainId must be a whole number'],
    [exampleJson({ rpcUrl: 'ws://x' }), 'rpcUrl must be an http(s) URL'],
    [exampleJson({ genesisHash: '0x12' }), 'genesisHash must be a hash'],
    [exampleJson({ tokens: {} }), 'tokens.GALX must be an object, not missing'],
    [exampleJson({ wallets: ['rabby'] }), 'wallets[0] must be one of tokenpocket'],
    [exampleJson({ demoWallet: 'yes' }), 'demoWallet must be true or false, not "yes"'],
    [exampleJson({ programs: { node: 7 } }), 'programs.node must be a decimal string, not 7'],
    [exampleJson({ rulesets: {} }), 'rulesets must be a list, not {}'],
    [exampleJson({ pools: { zn: {} } }), 'pools.zn is not a pool that this app knows'],
  ])('lists its problems (%#)', (json, wanted) => {
    const result = parseWebConfig(json)
    expect(result.ok ? '' : result.problems.join('\n')).toContain(wanted)
  })
})
