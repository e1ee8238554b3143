import { describe, expect, it } from 'vitest'
import { communityState } from '../../../src/invitation/communityState.ts'
import { inviterOf } from '../../../src/pages/community/model.ts'
import { landingCode, stepsOf } from '../../../src/pages/start/model.ts'
import { ACCOUNT, INVITER, userInfo } from '../../staking/fixtures.ts'

const info = userInfo()
const none = {
  address: null,
  connection: 'idle',
  userInfo: null,
  userInfoStatus: 'unknown',
  userToken: null,
} as const

describe('/community', () => {
  it('distinguishes not connected, loading, unreachable and known', () => {
    expect(communityState(none)).toEqual({ kind: 'notConnected', busy: false })
    expect(communityState({ ...none, address: ACCOUNT, connection: 'connected' }).kind).toBe('loading')
    expect(communityState({ ...none, address: ACCOUNT, userInfoStatus: 'failed' }).kind).toBe('unreachable')
    expect(communityState({ ...none, address: ACCOUNT, userInfo: info })).toMatchObject({
      kind: 'known',
      signedIn: false,
    })
  })

  it('never shows one account the data of another', () => {
    expect(communityState({ ...none, address: INVITER, userInfo: info }).kind).toBe('loading')
  })

  it('distinguishes a pending inviter from a permanent one', () => {
    expect(inviterOf(info)).toBeNull()
    expect(inviterOf({ ...info, FAddress: INVITER, inviterStatus: 'pending' })).toEqual({
      address: INVITER,
      status: 'pending',
    })
  })
})

describe('/start', () => {
  it('leads through connect, sign in, bind: one step at a time', () => {
    const connected = { ...none, address: ACCOUNT, connection: 'connected', userInfo: info } as const
    expect(stepsOf(none)).toEqual({ connect: 'current', signIn: 'waiting', bind: 'waiting', finished: false })
    expect(stepsOf(connected)).toEqual({
      connect: 'done',
      signIn: 'current',
      bind: 'waiting',
      finished: false,
    })
    expect(stepsOf({ ...connected, userToken: 't' })).toEqual({
      connect: 'done',
      signIn: 'done',
      bind: 'current',
      finished: false,
    })
    expect(stepsOf({ ...connected, userToken: 't', userInfo: { ...info, FAddress: INVITER } }).finished).toBe(
      true,
    )
  })

  it('does not count a wallet on another chain as connected, nor another account’s inviter as bound', () => {
    expect(stepsOf({ ...none, address: ACCOUNT, connection: 'wrongChain' }).connect).toBe('current')
    expect(
      stepsOf({
        ...none,
        address: INVITER,
        connection: 'connected',
        userToken: 't',
        userInfo: { ...info, FAddress: INVITER },
      }).bind,
    ).toBe('current')
  })

  it('reads inviteCode as well as invite, and falls back to the saved code', () => {
    expect(landingCode('?inviteCode=abcd2345', null)).toBe('ABCD2345')
    expect(landingCode('?invite=ABCD2345', null)).toBe('ABCD2345')
    expect(landingCode('', 'ABCD2345')).toBe('ABCD2345')
    expect(landingCode('', null)).toBeNull()
  })

  it('recognises a code that cannot be valid', () => {
    for (const bad of ['short', 'ABCD234O', 'ABCD23456', '"><script>']) {
      expect(landingCode(`?inviteCode=${encodeURIComponent(bad)}`, null)).toBe('')
    }
  })
})
