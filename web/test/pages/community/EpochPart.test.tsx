// An account's counted hash power in the last epoch: as a node, without a pass, before the first epoch, and without a server.
import type { RankData } from '@galx/protocol/http/rank'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { getRank } from '../../../src/core/api/publicApi.ts'
import { EpochPart } from '../../../src/pages/community/EpochPart.tsx'
import { minuteText } from '../../../src/staking/format.ts'
import { ACCOUNT, ONE } from '../../staking/fixtures.ts'

vi.mock('../../../src/core/api/publicApi.ts', async (original) => ({
  ...(await original<object>()),
  getRank: vi.fn(),
}))

type Me = NonNullable<RankData['me']>
const earned: Me = {
  address: ACCOUNT,
  hashPower: (1_234n * ONE).toString(),
  bonus: (5n * ONE).toString(),
  members: 3,
  node: { id: '3', name: '北斗' },
  rank: 2,
  next: null,
}
const EPOCH = { epoch: 12_345, from: 12_345 * 60, to: 12_346 * 60 }

function serve(me: Partial<Me> | null, epoch: typeof EPOCH | null = EPOCH) {
  vi.mocked(getRank).mockResolvedValue({
    list: [],
    total: 1,
    nextCursor: null,
    me: me && { ...earned, ...me },
    asOf: null,
    epoch,
  })
  return render(<EpochPart address={ACCOUNT} />)
}
/** The figures of the screen, by their names. */
function figures() {
  return screen.getAllByRole('definition').map(({ textContent }) => textContent)
}

afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

it('shows the counted average and its bonus, and leads to every epoch’s bonus', async () => {
  serve({})
  expect(await screen.findByText(`第 12,345 期 · ${minuteText(EPOCH.to)} 结束`)).toBeTruthy()
  expect(figures()).toEqual(['1,234.00', '5.00 GALX'])
  expect(screen.getByRole('link', { name: '每期奖金与成员' }).getAttribute('href')).toBe('#/mcmCommunity')
  expect(vi.mocked(getRank).mock.calls[0]).toEqual([{ type: 'epoch', limit: 1, address: ACCOUNT }])
})

const nothing = { rank: null, hashPower: '0', bonus: '0' }
it.each([
  ['without a pass', { ...nothing, node: null }, '持有生效的节点通行证才会计入'],
  ['with a pass and no account below', nothing, '这一期没有为你计入算力'],
])('gives the reason for which nothing counted %s', async (_, me, text) => {
  serve(me)
  expect(await screen.findByText(text)).toBeTruthy()
  expect(figures()).toEqual(['0.00', '0.00 GALX'])
})

it('shows no figure before the first epoch is closed', async () => {
  serve(null, null)
  expect(await screen.findByText('还没有已结算一期的数据')).toBeTruthy()
  expect(figures()).toEqual(['—未知', '—未知'])
})

it('shows no figure if no server answers', async () => {
  vi.mocked(getRank).mockRejectedValue(new TypeError('Failed to fetch'))
  render(<EpochPart address={ACCOUNT} />)
  expect(await screen.findByText('服务器暂时连不上')).toBeTruthy()
  expect(figures()).toEqual(['—未知', '—未知'])
})
