import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentFile } from '@galx/operator/kit/rendered'
import { readHostsFile } from '@galx/operator/kit/readHostsFile'
import { describe, expect, it } from 'vitest'
import { unnoticed } from '../src/events/database.ts'
import { WRITES } from '../src/load/load.ts'
import { alerts, secondsOf, valuesOf } from '../src/alerts.ts'
import { failuresSince, longestGap, slowestSince } from '../src/load/stream.ts'
import { missingOf } from '../src/load/rows.ts'
import { hostsFileOf } from '../src/machines/place.ts'
import { readEnvironment } from '../src/machines/units.ts'
import { packagesOf } from '../src/programs/packages.ts'
import { mergeLines, type Line } from '../src/report.ts'
import { sampleOf } from '../src/requests.ts'

describe('times without a success', () => {
  const attempts = [
    { from: 0, to: 10, fault: null },
    { from: 20, to: 30, fault: null },
    { from: 40, to: 45, fault: 'ECONNREFUSED' },
    { from: 60, to: 65, fault: 'ECONNREFUSED' },
    { from: 80, to: 95, fault: null },
  ]

  it('measures between two acknowledged attempts, and to the end', () => {
    expect(longestGap(attempts, 25, 100)).toBe(65)
    expect(longestGap(attempts, 25, 300)).toBe(205)
    expect(longestGap([], 0, 40)).toBe(40)
  })

  it('counts attempts that began after the event', () => {
    expect(failuresSince(attempts, 50)).toEqual(new Map([['ECONNREFUSED', 1]]))
    expect(slowestSince(attempts, 50)).toBe(15)
  })
})

describe('an event that nobody should notice', () => {
  /** @param times the number of successful writes of each stream, in the order of WRITES */
  const outcome = (...times: number[]) => {
    const attempts = WRITES.map((name, index) => [
      name,
      Array.from({ length: times[index]! }, (_, from) => ({ from, to: from + 1, fault: null })),
    ])
    return unnoticed({ load: { attempts: Object.fromEntries(attempts) } } as never, 0)
  }

  it('passes if every stream has written, and fails if a stream has attempted nothing', () => {
    expect(outcome(50, 60, 50, 70)).toMatchObject({
      passed: true,
      measured: expect.stringMatching(/^0 failed writes, 50 or more acknowledged each way/) as string,
    })
    expect(outcome(50, 60, 0, 70).passed).toBe(false)
    expect(outcome(0, 0, 0, 0).passed).toBe(false)
  })
})

it('finds acknowledged rows that are gone', () => {
  expect(missingOf(['a', 'b', 'c'], ['c', 'a'])).toEqual(['b'])
})

it('parses the packages that apt would install', () => {
  const text = `Reading package lists...
Inst libpq5 [15.18-0] (15.20-0 Debian-Security:12 [amd64])
Inst fonts-some (1 Debian:12 [all])
Inst etcd-server (3.4.23-4+b4 Debian:12.15/oldstable [amd64])
Conf etcd-server (3.4.23-4+b4 Debian:12.15/oldstable [amd64])`
  expect(packagesOf(text)).toEqual([
    { name: 'libpq5', version: '15.20-0' },
    { name: 'etcd-server', version: '3.4.23-4+b4' },
  ])
})

describe('examples of alerts', () => {
  it('reads promtool’s notation', () => {
    expect(valuesOf('1x2 0')).toEqual([1, 1, 1, 0])
    expect(valuesOf('10-2x2 _ 5')).toEqual([10, 8, 6, null, 5])
    expect(secondsOf('1h2m3s')).toBe(3_723)
  })

  it('parses every example', () => {
    for (const { example } of alerts()) {
      expect(secondsOf(example.fires)).toBeGreaterThanOrEqual(0)
      for (const values of Object.values(example.series)) expect(valuesOf(values).length).toBeGreaterThan(0)
    }
  })
})

it('reads a sample of a metric', () => {
  const text = 'galx_waits_all 7\ngalx_waits{reason="a"} 0\ngalx_waits{reason="b"} 1\n'
  expect(sampleOf(text, 'galx_waits', 'reason="b"')).toBe(1)
  expect(sampleOf(text, 'galx_waits_all')).toBe(7)
  expect(sampleOf(text, 'galx')).toBeNull()
})

it('keeps the results of events that a run omits', () => {
  const line = (event: string, measured: string): Line => ({
    event,
    goal: 'a goal',
    measured,
    result: 'passed',
    date: '2026-11-22',
  })
  const old = [line('one', '1 s'), line('two', '3 s'), line('gone', '4 s')]
  expect(mergeLines(old, [line('two', '5 s')], ['one', 'two', 'three'])).toEqual([
    line('one', '1 s'),
    line('two', '5 s'),
  ])
})

it('writes a hosts file that the kit accepts', () => {
  const file = hostsFileOf({
    folder: '/tmp/drill',
    firstPort: 20_000,
    user: 'nobody',
    postgresPrograms: '/usr/lib/postgresql/15/bin',
  })
  const read = readHostsFile(JSON.stringify(file), 'ha')
  expect(read.ok ? [] : read.problems).toEqual([])
  const ports = file.hosts.flatMap((host) => Object.values(host.ports ?? {}).flat())
  expect(new Set(ports).size).toBe(ports.length)
})

it('parses the kit’s env files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galx-drill-test-'))
  try {
    const values = { PLAIN: 'a=b', QUOTED: 'https://one.test/?a=1&b=2', EMPTY: '' }
    writeFileSync(join(folder, 'one.env'), environmentFile(values))
    expect(readEnvironment(join(folder, 'one.env'))).toEqual(values)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
