/** The units of a host that notice a change, and the notification by the host's install.sh. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HostsFile, Profile } from '../../src/kit/hostsFile.ts'
import { completeSecrets } from '../../src/kit/makeSecrets.ts'
import { makePlan, type Plan } from '../../src/kit/plan.ts'
import { renderKit } from '../../src/kit/renderKit.ts'
import { endOthers, putFiles, startParts } from '../../src/kit/scripts/hostUnits.ts'
import type { Secrets } from '../../src/kit/secrets.ts'
import { enabledUnits } from '../../src/kit/services/units.ts'
import { HA, SINGLE } from './hosts.ts'
import { PAPER_DEPLOYMENT } from './paperDeployment.ts'

const FILES = { single: SINGLE, ha: HA }
const secrets = {} as Record<Profile, Secrets>
beforeAll(async () => {
  for (const profile of ['single', 'ha'] as const)
    secrets[profile] = await completeSecrets(profile, FILES[profile], null)
})

function planOf(profile: Profile, change: Partial<HostsFile> = {}): Plan {
  return makePlan(
    profile,
    { ...FILES[profile], ...change },
    secrets[profile],
    JSON.stringify(PAPER_DEPLOYMENT),
  )
}

/** @returns `HOST action:unit` for each unit that reads a file which the change alters */
function noticing(profile: Profile, change: Partial<HostsFile>): string[] {
  const before = renderKit(planOf(profile))
  const changed = [...renderKit(planOf(profile, change)).values()].filter(
    ({ host, target, content }) => host !== null && before.get(`${host}/root${target}`)?.content !== content,
  )
  expect(changed).not.toEqual([])
  const marks = changed.flatMap(({ host, readers: { restarts = [], reloads = [] } }) => [
    ...restarts.map((unit) => `${host} restart:${unit}`),
    ...reloads.map((unit) => `${host} reload:${unit}`),
  ])
  return [...new Set(marks)].sort()
}

describe('a change of the hosts file', () => {
  it('of a limit of the APIs touches no unit', () => {
    for (const profile of ['single', 'ha'] as const)
      expect(noticing(profile, { apiEnvironment: { RATE_PER_IP: '1200' } })).toEqual([])
  })

  it('of PostgreSQL’s buffers touches only PostgreSQL, and restarts no Patroni', () => {
    expect(noticing('single', { databaseBuffersMb: 512 })).toEqual(['one restart:postgresql'])
    expect(noticing('ha', { databaseBuffersMb: 512 })).toEqual(['a reload:patroni', 'b reload:patroni'])
  })

  it('of an address of a host reloads HAProxy and restarts no database', () => {
    const hosts = HA.hosts.map((host) => (host.name === 'b' ? { ...host, address: '10.0.0.9' } : host))
    const marks = noticing('ha', { hosts })
    expect(marks).toContain('a reload:haproxy')
    expect(marks.filter((mark) => mark.includes('restart:patroni'))).toEqual([])
  })

  it.each(['single', 'ha'] as const)('can restart or reload exactly the units of %s', (profile) => {
    const plan = planOf(profile)
    for (const host of plan.hosts) {
      const readers = [...renderKit(plan).values()].filter((file) => file.host === host.name)
      const named = readers.flatMap(({ readers: { restarts = [], reloads = [] } }) => [
        ...restarts,
        ...reloads,
      ])
      expect([...new Set(named)].sort(), host.name).toEqual(enabledUnits(plan, host).parts.toSorted())
    }
  })
})

describe('install.sh of a host', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galx-host-units-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const directories = Object.fromEntries(
    ['etc', 'lib', 'log', 'run', 'opt'].map((name) => [name, join(folder, name)]),
  )

  /** Installs host `a` in a folder of the test. @param failing a unit that does not start. @returns the commands that systemctl got about parts */
  function install(change: Partial<HostsFile> = {}, failing = 'none'): string[] {
    const user = userInfo().username
    const hosts = (change.hosts ?? HA.hosts).map((host) => ({ ...host, user, directories }))
    const plan = planOf('ha', { ...change, hosts })
    const [a] = plan.hosts
    for (const [path, { content }] of renderKit(plan)) {
      if (!path.startsWith('a/')) continue
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    const record = join(folder, 'systemctl')
    writeFileSync(record, '')
    const standIns = `timeout() { shift; "$@"; }
systemctl() { echo "$*" >> '${record}'; [ "\${!#}" != ${failing} ]; }`
    const script = `set -euo pipefail\n${standIns}\n${putFiles(a!)}${endOthers(plan, a!)}${startParts(plan, a!)}`
    const { status, stderr } = spawnSync('bash', ['-c', script], { cwd: join(folder, 'a'), encoding: 'utf8' })
    expect(status, stderr).toBe(failing === 'none' ? 0 : 1)
    return readFileSync(record, 'utf8')
      .split('\n')
      .filter((line) => /^(?:start|restart|reload-or-restart|stop|disable) /.test(line))
  }
  const others = (lines: readonly string[]) => lines.filter((line) => !line.startsWith('start '))

  it('makes every unit read its files the first time, and interrupts nothing the second time', () => {
    const first = install()
    expect(first).toContain('restart etcd')
    expect(first).toContain('reload-or-restart patroni')
    expect(first.filter((line) => line.startsWith('start '))).toEqual([])
    const second = install()
    expect(others(second)).toEqual([])
    expect(second).toContain('start nginx')
  })

  it('interrupts nothing for a limit of the APIs', () => {
    install()
    expect(others(install({ apiEnvironment: { RATE_PER_IP: '1200' } }))).toEqual([])
  })

  it('remembers a unit’s unread changes after a run that does not finish', () => {
    install()
    const change = { apiDomain: 'other.galx.test' }
    install(change, 'haproxy')
    expect(others(install(change))).toEqual(['reload-or-restart haproxy', 'reload-or-restart nginx'])
    expect(others(install(change))).toEqual([])
  })

  it('stops the units of a role that has moved to another host, once', () => {
    const moved = HA.hosts.map((host) =>
      host.name === 'a' ? { ...host, roles: host.roles!.filter((role) => role !== 'app') } : host,
    )
    install()
    const units = [
      'pgbouncer',
      'galx-api@1',
      'galx-api@2',
      'galx-btc-api@1',
      'galx-btc-api@2',
      'galx-indexer',
    ]
    const ending = (lines: readonly string[]) => lines.filter((line) => /^(?:stop|disable)/.test(line))
    expect(ending(install({ hosts: moved }))).toEqual(
      units.flatMap((unit) => [`stop ${unit}`, `disable -q ${unit}`]),
    )
    expect(ending(install({ hosts: moved }))).toEqual([])
  })
})
