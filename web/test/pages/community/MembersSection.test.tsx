// The list of direct members in every state: empty, server down, server down after a reading, not signed in, and normal.
import type { FanItem } from '@galx/protocol/http/community'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getFans } from '../../../src/core/api/mainApi.ts'
import { useConfigStore } from '../../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../../src/core/state/appStore.ts'
import { MembersSection } from '../../../src/pages/community/MembersSection.tsx'
import { useShellStore } from '../../../src/shell/shellStore.ts'
import { ACCOUNT, config, INVITER, ONE, userInfo } from '../../staking/fixtures.ts'

vi.mock('../../../src/core/api/mainApi.ts', async (original) => ({
  ...(await original<object>()),
  getFans: vi.fn(),
}))

const info = userInfo({ team: { ...userInfo().team, direct: 1, total: 3 } })
const member: FanItem = {
  address: INVITER,
  joinedAt: 1_800_000_000,
  status: 'bound',
  hashPower: (12n * ONE).toString(),
  teamHashPower: (34n * ONE).toString(),
  level: 0,
  node: false,
  weight: null,
}
function page(list: FanItem[], total = list.length) {
  return { list, total, pending: 0, weight: null, nextCursor: null, asOf: null }
}
function draw() {
  return render(<MembersSection state={{ kind: 'known', info, signedIn: true }} />)
}

beforeEach(() => {
  useConfigStore.setState({ state: { status: 'ready', config } })
  useAppStore.setState({ address: ACCOUNT, connection: 'connected', userToken: 'token' })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.resetAllMocks()
  useAppStore.setState(initialAppState(), true)
})

describe('the list of members', () => {
  it('counts every listed member as pending before the first block is indexed', async () => {
    vi.mocked(getFans).mockResolvedValue(page([{ ...member, status: 'pending' }]))
    render(<MembersSection state={{ kind: 'known', info: userInfo(), signedIn: true }} />)
    expect(await screen.findByText('0 位（+1 待确认）')).toBeTruthy()
  })

  it('says that there are no members yet, and opens the invitation', async () => {
    vi.mocked(getFans).mockResolvedValue(page([]))
    draw()
    expect(await screen.findByText('还没有直接成员')).toBeTruthy()
    expect(screen.queryByText(/共 0 位/)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: '去邀请' }))
    expect(useShellStore.getState().sheet).toBe('invite')
  })

  it('says that the server does not answer and that bindings are safe, and reads again on demand', async () => {
    vi.mocked(getFans)
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue(page([member]))
    draw()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('已绑定的关系都在链上，不会丢失')
    expect(screen.queryByRole('listitem')).toBeNull()
    fireEvent.click(within(alert).getByRole('button', { name: '重试' }))
    const row = await screen.findByRole('listitem')
    expect(row.textContent).toMatch(/已生效.*12\.00.*34\.00/)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('keeps the earlier list when the server stops answering, and says that the list is old', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    vi.mocked(getFans).mockResolvedValue(page([member], 1))
    draw()
    await screen.findByText('共 1 位')
    vi.mocked(getFans).mockRejectedValue(new TypeError('Failed to fetch'))
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(screen.getByText('服务器暂时连不上，以下是上次读到的名单。')).toBeTruthy()
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
  })

  it('reads nothing before the account has signed in', () => {
    useAppStore.setState({ userToken: null })
    draw()
    expect(screen.getByText('登录后查看成员')).toBeTruthy()
    expect(getFans).not.toHaveBeenCalled()
  })
})
