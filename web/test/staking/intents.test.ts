import { afterEach, describe, expect, it, vi } from 'vitest'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { claimIntent, stakeIntent } from '../../src/staking/intents.ts'
import {
  compoundIntent,
  exitEarlyIntent,
  exitIntent,
  unstakeIntent,
} from '../../src/staking/positionIntents.ts'
import { legsText } from '../../src/staking/stakeModel.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { ACCOUNT, config, INVITER, ONE, pair, position, single, terms, userInfo } from './fixtures.ts'

function user(FAddress: string | null) {
  return userInfo({ FAddress, inviterStatus: FAddress === null ? null : 'pending' })
}

afterEach(() => {
  useAppStore.setState(initialAppState(), true)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the intents of staking', () => {
  it('stakes with the inviter and spends exactly the amount', async () => {
    useAppStore.setState({ address: ACCOUNT, userInfo: user(INVITER) })
    const intent = stakeIntent('galx', single, 1_500n * ONE)
    expect(await intent.prepare(ACCOUNT)).toEqual({
      // The chain was not read, so nothing is shown.
      preview: [],
      call: { name: 'stake', pool: 'galx', amount: 1_500n * ONE, tier: 0, inviter: INVITER },
      spends: [{ token: 'GALX', amount: 1_500n * ONE }],
    })
    expect(intent.describe()).toEqual({ name: 'stake', values: ['1,500.00 GALX'] })
  })

  it('stakes in a term, names it, and leaves it early', async () => {
    useAppStore.setState({ address: ACCOUNT, userInfo: user(null) })
    const intent = stakeIntent('mcf', terms, 2_000n * ONE, 2)
    expect((await intent.prepare(ACCOUNT)).call).toMatchObject({ name: 'stake', pool: 'mcf', tier: 2 })
    expect(intent.describe()).toEqual({ name: 'stakeTerm', values: ['2,000.00 MCM', '180', 'day'] })
    const held = position({ pool: 'mcf', position: 3n, tier: 2 })
    const leaving = exitEarlyIntent(held, ONE, [{ token: 'MCM', amount: ONE }])
    expect(await leaving.prepare(ACCOUNT)).toEqual({
      call: { name: 'exitEarly', pool: 'mcf', position: 3n, amount: ONE, to: ACCOUNT },
      spends: [],
    })
    expect(leaving.describe()).toEqual({ name: 'exitEarly', values: ['1.00 MCM'] })
  })

  it('stakes a pool’s reward', async () => {
    const intent = compoundIntent('galx', 'GALX')
    expect(await intent.prepare(ACCOUNT)).toEqual({ call: { name: 'compound', pool: 'galx' }, spends: [] })
    expect(intent.describe()).toEqual({ name: 'compound', values: ['GALX'] })
  })

  it('reports a signed-in account’s stake by the call that the registry names for the pool', async () => {
    useConfigStore.setState({ state: { status: 'ready', config } })
    const sent: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      sent.push(url)
      return Response.json({ code: 200, message: 'ok', data: {} })
    })
    expect(await stakeIntent('mcf', terms, ONE, 0).report?.('0x12')).toBe(true)
    expect(sent).toEqual([])
    window.localStorage.setItem('set_userToken', 'token')
    expect(await stakeIntent('mcf', terms, ONE, 0).report?.('0x12')).toBe(true)
    await stakeIntent('galxMcm', pair, ONE).report?.('0x12')
    window.localStorage.clear()
    expect(sent).toEqual(['/api/mcfStake', '/api/galxMcmStake'])
  })

  it('spends both tokens for the pair', async () => {
    useAppStore.setState({ address: ACCOUNT, userInfo: user(null) })
    const plan = await stakeIntent('galxMcm', pair, 2n * ONE).prepare(ACCOUNT)
    expect(plan.spends).toEqual([
      { token: 'GALX', amount: 2n * ONE },
      { token: 'MCM', amount: 2n * ONE },
    ])
    expect(plan.call).toMatchObject({ inviter: null })
  })

  it.each([
    ['bound, but not shown', { FAddress: INVITER, inviterStatus: 'bound' }],
    ['no address', { FAddress: '', inviterStatus: 'pending' }],
    ['half an address', { FAddress: INVITER.slice(0, 22), inviterStatus: 'pending' }],
  ] as const)('names no inviter that is %s, whatever the server says', async (_, info) => {
    useAppStore.setState({ address: ACCOUNT, userInfo: userInfo(info) })
    const plan = await stakeIntent('galx', single, ONE).prepare(ACCOUNT)
    expect(plan.call).toMatchObject({ inviter: null })
  })

  it('never names the account as its own inviter', async () => {
    useAppStore.setState({ address: ACCOUNT, userInfo: user(ACCOUNT) })
    const plan = await stakeIntent('galx', single, ONE).prepare(ACCOUNT)
    expect(plan.call).toMatchObject({ inviter: null })
  })

  it('asks the server for an inviter that it has not named yet: the first stake decides it permanently', async () => {
    useConfigStore.setState({ state: { status: 'ready', config } })
    useAppStore.setState({ address: ACCOUNT, mainApi: 'down', userInfoStatus: 'failed' })
    vi.stubGlobal('fetch', async () => Response.json({ code: 200, message: 'ok', data: user(INVITER) }))
    const plan = await stakeIntent('galx', single, ONE).prepare(ACCOUNT)
    expect(plan.call).toMatchObject({ inviter: INVITER })
  })

  it('waits five seconds for a server that does not answer, and no longer', async () => {
    vi.useFakeTimers()
    useConfigStore.setState({ state: { status: 'ready', config } })
    useAppStore.setState({ address: ACCOUNT })
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    const plan = stakeIntent('galx', single, ONE).prepare(ACCOUNT)
    await vi.advanceTimersByTimeAsync(5_000)
    expect((await plan).call).toMatchObject({ inviter: null })
  })

  it('withdraws a part, or everything with the rewards', async () => {
    const held = position({ position: 7n })
    const legs = [{ token: 'GALX', amount: ONE } as const]
    expect(await unstakeIntent(held, ONE, legs).prepare(ACCOUNT)).toEqual({
      call: { name: 'unstake', pool: 'galx', position: 7n, amount: ONE, to: ACCOUNT },
      spends: [],
    })
    expect((await exitIntent(held, legs).prepare(ACCOUNT)).call).toEqual({
      name: 'exit',
      pool: 'galx',
      position: 7n,
      to: ACCOUNT,
    })
    expect(legsText(legs)).toBe('1.00 GALX')
  })

  it('claims both pools in one transaction, and a single pool directly', async () => {
    expect((await claimIntent(['galx', 'galxMcm'], ['GALX']).prepare(ACCOUNT)).call).toEqual({
      name: 'claimMany',
      pools: ['galx', 'galxMcm'],
      to: ACCOUNT,
    })
    expect((await claimIntent(['galxMcm'], ['GALX']).prepare(ACCOUNT)).call).toEqual({
      name: 'claim',
      pool: 'galxMcm',
      to: ACCOUNT,
    })
  })
})
