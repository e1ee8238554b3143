// The results of an account's invitations over a chosen time: counted, too many to count, without a server, and without a session.
import type { ReferralsData } from '@galx/protocol/http/community'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getReferrals } from '../../../src/core/api/mainApi.ts'
import { useAppStore } from '../../../src/core/state/appStore.ts'
import { ReferralsSection } from '../../../src/pages/community/ReferralsSection.tsx'
import { ACCOUNT, ONE } from '../../staking/fixtures.ts'

vi.mock('../../../src/core/api/mainApi.ts', async (original) => ({
  ...(await original<object>()),
  getReferrals: vi.fn(),
}))

const found: ReferralsData = {
  from: 1,
  bound: 1_234,
  pending: 3,
  hashPower: (56n * ONE).toString(),
  bonuses: [
    { program: 'galx', amount: ONE.toString() },
    { program: 'promotion', amount: (2n * ONE).toString() },
    { program: 'node', amount: (40n * ONE).toString() },
  ],
  asOf: null,
}

beforeEach(() => {
  useAppStore.setState({ address: ACCOUNT, userToken: 'token' })
  vi.mocked(getReferrals).mockResolvedValue(found)
})
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

/** The figures of the screen: new members, pending members, hash power, bonuses. */
function figures() {
  return screen.getAllByRole('definition').map(({ textContent }) => textContent)
}

it('shows the figures of 30 days, with the bonuses of the same token added, and of another time on choice', async () => {
  render(<ReferralsSection />)
  await screen.findByText('1,234')
  expect(figures()).toEqual(['1,234', '3', '56.00', '41.00 GALX2.00 USDT'])
  vi.mocked(getReferrals).mockResolvedValue({ ...found, bound: 7, bonuses: [] })
  fireEvent.click(screen.getByRole('radio', { name: '7 天' }))
  await screen.findByText('7')
  expect(figures()).toEqual(['7', '3', '56.00', '0'])
  expect(vi.mocked(getReferrals).mock.calls).toEqual([[{ days: 30 }], [{ days: 7 }]])
})

it('says that members are too many to count', async () => {
  vi.mocked(getReferrals).mockResolvedValue({ ...found, bound: null, hashPower: null })
  render(<ReferralsSection />)
  await screen.findAllByText('超过 10,000')
  expect(figures()).toEqual(['超过 10,000', '3', '超过 10,000', '41.00 GALX2.00 USDT'])
})

it('invents no figure if the server does not answer', async () => {
  vi.mocked(getReferrals).mockRejectedValue(new Error('away'))
  render(<ReferralsSection />)
  expect(await screen.findByText('无法连接服务器')).toBeTruthy()
  expect(figures()).toEqual(Array(4).fill('—未知'))
})

it('is absent, and asks nothing, without a session', () => {
  useAppStore.setState({ userToken: null })
  const { container } = render(<ReferralsSection />)
  expect(container.innerHTML).toBe('')
  expect(getReferrals).not.toHaveBeenCalled()
})
