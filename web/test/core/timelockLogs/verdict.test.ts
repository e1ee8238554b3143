import { describe, expect, it } from 'vitest'
import type { Announcement } from '../../../src/core/chain/useAnnouncements.ts'
import type { NodeLogs } from '../../../src/core/chain/timelockLogs/logsStore.ts'
import { verdictOf } from '../../../src/core/chain/timelockLogs/verdict.ts'

const NOW = 1_800_000_000
const DAY = 86_400
const covered = { from: 10, to: 900, since: NOW - 3 * DAY, until: NOW }
const word = `0x${'0'.repeat(64)}` as const

function node(change: Partial<NodeLogs> = {}): NodeLogs {
  return { node: 'site', place: 'https://site', reading: false, covered, obstacle: null, ...change }
}
function announcement(change: Partial<Announcement> = {}): Announcement {
  return {
    id: word,
    predecessor: word,
    salt: word,
    scheduledAt: NOW - DAY,
    readyAt: String(NOW + DAY),
    calls: [],
    comparison: 'same',
    unlisted: false,
    by: ['https://site', 'wallet okx'],
    ...change,
  }
}
const refused = node({ covered: null, obstacle: { kind: 'none', words: '' } })
function wallet(change: Partial<NodeLogs> = {}): NodeLogs {
  return node({ node: 'wallet', place: 'wallet okx', ...change })
}

describe('the verdict of the logs', () => {
  it('is that nothing is missing since the time from which a node gave all logs', () => {
    expect(verdictOf([wallet()], [announcement()], true)).toEqual({ kind: 'whole', since: covered.since })
    expect(verdictOf([refused, wallet()], [], true).kind).toBe('whole')
    const later = wallet({
      covered: { ...covered, since: NOW - DAY / 2 },
      obstacle: { kind: 'old', words: '' },
    })
    expect(verdictOf([later], [], true)).toEqual({ kind: 'partly', since: NOW - DAY / 2 })
  })

  it('is the site’s word if only the node that the site has chosen gave all logs', () => {
    const withoutLogs = wallet({ covered: null, obstacle: { kind: 'none', words: '' } })
    for (const nodes of [[node()], [node(), withoutLogs]])
      expect(verdictOf(nodes, [announcement()], true)).toEqual({ kind: 'sitesNode', since: covered.since })
  })

  it('names a change that the site leaves out', () => {
    const list = [announcement({ unlisted: true }), announcement()]
    expect(verdictOf([node()], list, true)).toEqual({ kind: 'unlisted', count: 1 })
  })

  it('names a node that leaves out a log that another node has', () => {
    expect(verdictOf([node(), wallet()], [announcement({ by: ['https://site'] })], true)).toEqual({
      kind: 'leftOut',
      node: 'wallet',
    })
  })

  it('accuses no node alone if only the site names the time of a confirmed change, and ignores a change outside the blocks of the node', () => {
    const site = announcement({ by: null })
    expect(verdictOf([node()], [site], true)).toEqual({ kind: 'absent', node: 'site' })
    for (const harmless of [
      { scheduledAt: NOW - 4 * DAY },
      { scheduledAt: NOW - 30 },
      { comparison: 'unread' },
      { comparison: 'other' },
    ] as const)
      expect(verdictOf([node()], [{ ...site, ...harmless }], true).kind).toBe('sitesNode')
  })

  it('is the site’s word if no node gives logs, the logs’ word if the site is silent, and no word without both', () => {
    expect(verdictOf([refused], [], true)).toEqual({ kind: 'siteAlone' })
    expect(verdictOf([node()], [], false)).toEqual({ kind: 'logsAlone', since: covered.since })
    expect(verdictOf([refused], [], false)).toEqual({ kind: 'nothing' })
  })

  it('waits while nothing was read yet', () => {
    expect(verdictOf([], [], true)).toEqual({ kind: 'reading' })
    expect(verdictOf([node({ covered: null, reading: true }), refused], [], true)).toEqual({
      kind: 'reading',
    })
  })
})
