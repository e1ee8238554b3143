/** install.sh: what it tells which host once all have their files. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HostsFile } from '../../src/kit/hostsFile.ts'
import { HA } from './hosts.ts'
import { trialKit, type TrialKit } from './trialKit.ts'

/** Without a host for backups: each database host reaches the bucket. */
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
afterAll(() => Object.values(kits).forEach((kit) => kit.remove()))

/** `b` leads. */
const B_LEADS = `case $(cat "$2") in *'/cluster"'*) echo b ;; esac`

describe('install.sh of three hosts', () => {
  it.each([
    ['bucket', 'b'],
    ['keeper', 'c'],
  ] as const)('with a %s prepares the backups on %s, while b leads', (name, host) => {
    const kit = kits[name]
    const { status, text } = kit.run(['install.sh'], B_LEADS)
    expect(status, text).toBe(0)
    const prepared = kit.told().filter(({ script }) => script.includes('stanza-create'))
    expect(prepared.map((told) => told.host)).toEqual([host])
  })
})
