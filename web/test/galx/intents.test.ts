import { afterEach, describe, expect, it, vi } from 'vitest'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { claimIntent, exitIntent, legsText, stakeIntent, unstakeIntent } from '../../src/staking/intents.ts'
import { zhCatalogue } from '../../src/i18n/catalogue.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { ACCOUNT, config, INVITER, ONE, pair, position, single, userInfo } from './fixtures.ts'

const user = (FAddress: string | null) =>
  userInfo({ FAddress, inviterStatus: FAddress === null ? null : 'pending' })

afterEach(() => {
  useAppStore.setState(initialAppState(), true)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the intents of /galx', () => {
  it('stakes with the inviter and spends exactly the amount', async () => {
    useAppStore.setState({ address: ACCOUNT, userInfo: user(INVITER) })
    const intent = stakeIntent('galx', single, 1_500n * ONE)
    expect(await intent.prepare(ACCOUNT)).toEqual({
      call: { name: 'stake', pool: 'galx', amount: 1_500n * ONE, tier: 0, inviter: INVITER },
      spends: [{ token: 'GALX', amount: 1_500n * ONE }],
    })
    expect(intent.describe(zhCatalogue)).toBe('质押 1,500.00 GALX')
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

  it('never names the account as its own inviter', async () => {
    useAppStore.setState({ address: ACCOUNT, userInfo: user(ACCOUNT) })
    const plan = await stakeIntent('galx', single, ONE).prepare(ACCOUNT)
    expect(plan.call).toMatchObject({ inviter: null })
  })

  it('asks for the inviter that was not told before: the first stake decides it for ever', async () => {
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

  it('takes back a part, or all of it with the rewards', async () => {
    const held = position({ position: 7n })
    const legs = [{ token: 'GALX', amount: ONE } as const]
    expect(await unstakeIntent(held, ONE, legs).prepare(ACCOUNT)).toEqual({
      call: { name: 'unstake', pool: 'galx', position: 7n, amount: ONE },
      spends: [],
    })
    expect((await exitIntent(held, legs).prepare(ACCOUNT)).call).toEqual({
      name: 'exit',
      pool: 'galx',
      position: 7n,
    })
    expect(legsText(legs)).toBe('1.00 GALX')
  })

  it('claims both pools in one transaction, and a single one directly', async () => {
    expect((await claimIntent(['galx', 'galxMcm']).prepare(ACCOUNT)).call).toEqual({
      name: 'claimAll',
      pools: ['galx', 'galxMcm'],
      account: ACCOUNT,
    })
    expect((await claimIntent(['galxMcm']).prepare(ACCOUNT)).call).toEqual({ name: 'claim', pool: 'galxMcm' })
    expect((await claimIntent([]).prepare(ACCOUNT)).call).toMatchObject({ name: 'claimAll' })
  })
})
