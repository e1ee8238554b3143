/** drill.sh: its evaluation of the recorded writes. */
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { SUMMARY } from '../../src/kit/scripts/drill.ts'

/** @param statuses the status of each write, one write a second */
function summaryOf(statuses: readonly number[]): { status: number | null; lines: string[] } {
  const record = statuses.map((status, index) => `${1_790_000_000_000 + index * 1_000} ${status}\n`).join('')
  const { status, stdout } = spawnSync('awk', [SUMMARY], { input: record, encoding: 'utf8' })
  return { status, lines: stdout.trim().split('\n') }
}

describe('drill.sh', () => {
  it('measures a pause between two acknowledged writes', () => {
    expect(summaryOf([200, 200, 503, 0, 200, 200])).toEqual({
      status: 0,
      lines: ['4 writes acknowledged, 2 refused, longest pause 3.0 s'],
    })
  })

  it('says that writes have not recovered, and counts the pause to the end', () => {
    expect(summaryOf([200, 200, 503, 503, 503, 503])).toEqual({
      status: 1,
      lines: ['2 writes acknowledged, 4 refused, longest pause 4.0 s', 'writes have not recovered'],
    })
    expect(summaryOf([503, 503])).toEqual({ status: 1, lines: ['no write succeeded at all'] })
  })

  it('counts refusals by the limit of sign-in calls separately', () => {
    expect(summaryOf([200, 200, 429, 429])).toEqual({
      status: 0,
      lines: [
        '2 more were refused by the limit of sign-in calls: another program signs in from this address',
        '2 writes acknowledged, 0 refused, longest pause 1.0 s',
      ],
    })
    expect(summaryOf([200, 503, 429]).status).toBe(1)
  })
})
