// The team's figures: with the block that they stand at, unknown before anything is indexed, and unknown where no server answers.
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

it('shows what is counted, and the block that the team’s sums stand at', () => {
  const team = { direct: 2, total: 1_005, hashPower: (34n * ONE).toString(), asOf: SUMMED }
  expect(figures(known({ team, asOf: INDEXED, hashPower: (12n * ONE).toString() }))).toEqual([
    '2',
    '1,005',
    '12.00',
    '34.00',
  ])
  expect(screen.getByText('团队数据截至区块 1,230')).toBeTruthy()
})

it('takes no zero for a figure before anything is indexed, nor of the team before it is summed', () => {
  expect(figures(known({}))).toEqual(['—未知', '—未知', '—未知', '—未知'])
  expect(screen.queryByText(/截至区块/)).toBeNull()
  cleanup()
  const team = { direct: 0, total: null, hashPower: null, asOf: null }
  expect(figures(known({ team, asOf: INDEXED, hashPower: '0' }))).toEqual(['0', '—未知', '0.00', '—未知'])
})

it('knows nothing where no server answers', () => {
  expect(figures({ kind: 'unreachable' })).toEqual(['—未知', '—未知', '—未知', '—未知'])
})
