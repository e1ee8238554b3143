// The team's figures: with their block, unknown before anything is indexed, and unknown if no server answers.
import type { UserInfo } from '@galx/protocol/http/userInfo'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { CommunityState } from '../../../src/invitation/communityState.ts'
import { TeamSection } from '../../../src/pages/community/TeamSection.tsx'
import { ONE, userInfo } from '../../staking/fixtures.ts'

const INDEXED = { block: 1_234, at: 1_800_000_000 }
const SUMMED = { block: 1_230, at: 1_799_999_998 }

function figures(state: CommunityState) {
  render(<TeamSection state={state} address={null} />)
  return screen.getAllByRole('definition').map(({ textContent }) => textContent)
}
function known(change: Partial<UserInfo>): CommunityState {
  return { kind: 'known', info: userInfo(change), signedIn: true }
}

afterEach(cleanup)

it('shows the counts, and the block of the team’s sums', () => {
  const team = { direct: 2, total: 1_005, hashPower: (34n * ONE).toString(), asOf: SUMMED }
  expect(figures(known({ team, asOf: INDEXED, hashPower: (12n * ONE).toString() }))).toEqual([
    '2',
    '1,005',
    '12.00',
    '34.00',
  ])
  expect(screen.getByText('团队数据截至区块 1,230')).toBeTruthy()
})

it('does not show zero as a figure before anything is indexed, or before the team is summed', () => {
  expect(figures(known({}))).toEqual(['—未知', '—未知', '—未知', '—未知'])
  expect(screen.queryByText(/截至区块/)).toBeNull()
  cleanup()
  const team = { direct: 0, total: null, hashPower: null, asOf: null }
  expect(figures(known({ team, asOf: INDEXED, hashPower: '0' }))).toEqual(['0', '—未知', '0.00', '—未知'])
})

it('shows unknown figures if no server answers', () => {
  expect(figures({ kind: 'unreachable' })).toEqual(['—未知', '—未知', '—未知', '—未知'])
})
