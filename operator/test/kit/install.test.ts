/** install.sh: the commands of each host once all hosts have their files. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { HostsFile } from '../../src/kit/hostsFile.ts'
import { HA } from './hosts.ts'
import { trialKit, type TrialKit } from './trialKit.ts'

/** HA without a host for backups: each database host writes to a bucket. */
const BUCKET: HostsFile = {
  ...HA,
  hosts: HA.hosts.map((host) => ({ ...host, roles: host.roles!.filter((role) => role !== 'backup') })),
  backup: { s3: { bucket: 'galx-backups', endpoint: 's3.galx.test', region: 'eu-1' } },
}

const kits = {} as Record<'keeper' | 'bucket', TrialKit>
beforeAll(async () => {
  kits.keeper = await trialKit('ha', HA)
  kits.bucket = await trialKit('ha', BUCKET)
})
afterAll(() => {
  vi.unstubAllEnvs()
  Object.values(kits).forEach((kit) => kit.remove())
})

/** `b` runs the commands about the cluster's settings. Its Patroni begins without settings and keeps the settings that it gets. */
const TAKES_SETTINGS = `curl() {
  case "$*" in
    *PATCH*) tee "$TRIAL/given" ;;
    *) echo '{}' ;;
  esac
}
sleep() { true; }
case $(cat "$2") in
  *PATCH*) . <(tail -n +2 "$2" | sed "s#/etc/patroni#$TRIAL/kit/b/root/etc/patroni#") ;;
  *pending_restart*) echo a ;;
  *'/cluster"'*) echo b ;;
esac`

/** After its installation, `a` follows the leader only when install.sh looks for the second time. Each look asks both members. */
const A_LATE = `case $(cat "$2") in
  *galx-kit/install.sh*) touch "$TRIAL/installed-$1" ;;
  *'any(.role'*) [ ! -e "$TRIAL/installed-a" ] || { echo >> "$TRIAL/looks"; [ "$(wc -l < "$TRIAL/looks")" -gt 3 ]; } ;;
  *'/cluster"'*) echo b ;;
esac`

/** The cluster's leader is `b`. */
const B_LEADS = `case $(cat "$2") in *'/cluster"'*) echo b ;; esac`

it('doctor.sh asks the first host, and gives a key of Etherscan to that host’s script alone', () => {
  const asked = () => {
    expect(kits.keeper.run(['doctor.sh', '--json'])).toMatchObject({ status: 0 })
    const [command, ...more] = kits.keeper.commands()
    expect(more).toEqual([])
    return command!
  }
  vi.stubEnv('ETHERSCAN_API_KEY', undefined)
  expect(asked()).toMatchObject({
    host: 'a',
    script: "export ETHERSCAN_API_KEY=''; /etc/galx/doctor.sh --json\n",
  })
  vi.stubEnv('ETHERSCAN_API_KEY', 'ABCDEFGHIJ0123456789')
  const { command, script } = asked()
  expect(script).toBe('export ETHERSCAN_API_KEY=ABCDEFGHIJ0123456789; /etc/galx/doctor.sh --json\n')
  expect(command).not.toContain('ABCDEFGHIJ')
})

describe('install.sh of three hosts', () => {
  it.each([
    ['bucket', 'b'],
    ['keeper', 'c'],
  ] as const)('with a %s prepares the backups on %s while b leads', (name, host) => {
    const kit = kits[name]
    const { status, text } = kit.run(['install.sh'], B_LEADS)
    expect(status, text).toBe(0)
    const prepared = kit.commands().filter(({ script }) => script.includes('stanza-create'))
    expect(prepared.map((commands) => commands.host)).toEqual([host])
  })

  it('changes the next host only once the cluster is whole again', () => {
    const kit = kits.keeper
    const { status, text } = kit.run(['install.sh'], A_LATE)
    expect(status, text).toBe(0)
    const order = kit.commands().flatMap(({ host, script }) => {
      if (script.includes('galx-kit/install.sh')) return [`${host} installs`]
      return script.includes('any(.role') ? ['looks'] : []
    })
    expect(order.slice(0, 8)).toEqual([
      'looks',
      'a installs',
      'looks',
      'looks',
      'looks',
      'looks',
      'looks',
      'b installs',
    ])
  })

  it('gives a running cluster the kit’s settings, and names the members that must restart for them', () => {
    const kit = kits.keeper
    const { status, text } = kit.run(['install.sh'], TAKES_SETTINGS)
    expect(status, text).toBe(0)
    const given: unknown = JSON.parse(readFileSync(join(kit.folder, '../given'), 'utf8'))
    expect(given).toMatchObject({ ttl: 15, postgresql: { parameters: { shared_buffers: '256MB' } } })
    expect(kit.commands().find(({ script }) => script.includes('PATCH'))!.host).toBe('b')
    expect(text).toContain(
      'a: PostgreSQL takes a setting at its next start: patronictl -c /etc/patroni/config.yml restart galx a\n',
    )
  })

  it('keeps the app on an edge whose nginx served it from the programs’ folder', () => {
    const kit = kits.keeper
    const installs = (host: string) => readFileSync(join(kit.folder, host, 'install.sh'), 'utf8').split('\n')
    const line = installs('a').find((one) => one.includes('/opt/galx/app'))!
    expect(installs('c').find((one) => one.includes('/opt/galx/app'))).toBeUndefined()
    const opt = join(kit.folder, '../opt')
    const app = (current: string | null) => {
      if (current !== null) {
        rmSync(join(opt, 'current'), { force: true })
        mkdirSync(join(opt, current), { recursive: true })
        symlinkSync(current, join(opt, 'current'))
      }
      execFileSync('bash', ['-ec', line.replaceAll('/opt/galx', opt)])
    }
    app(null)
    expect(() => readlinkSync(join(opt, 'app'))).toThrow('ENOENT')
    app('releases/a')
    expect(readlinkSync(join(opt, 'app'))).toBe('releases/a')
    // From now on only release.sh changes the link `app`.
    app('releases/b')
    expect(readlinkSync(join(opt, 'app'))).toBe('releases/a')
  })
})
