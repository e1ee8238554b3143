/** release.sh on the host of the signer, with stand-ins for systemctl and curl. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HA } from './hosts.ts'
import { trialKit, type TrialKit } from './trialKit.ts'

let kit: TrialKit
beforeAll(async () => {
  kit = await trialKit('ha', HA)
})
afterAll(() => kit.remove())

/** The host of the signer goes over to the version, in folders of the trial. */
const RUNS = `systemctl() { echo "$*" >> "$TRIAL/systemctl"; }
curl() { true; }
case "$1 $(cat "$2")" in
  'c '*go_over*) . <(tail -n +2 "$2" | sed "s#/etc/galx#$TRIAL/galx#g; s#/var/lib/galx#$TRIAL/galx#g; s#/opt/galx#$TRIAL/opt#g") ;;
esac`

it('leaves the signer off while an audit is owed', () => {
  const trial = join(kit.folder, '..')
  for (const name of ['galx', 'opt/releases/0123456789ab']) mkdirSync(join(trial, name), { recursive: true })
  writeFileSync(join(trial, 'galx/signer-keys.env'), '')
  const mark = join(trial, 'galx/audit-before-signing')
  const release = () => {
    rmSync(join(trial, 'systemctl'), { force: true })
    const { status, text } = kit.run(['release.sh', '--back', '0123456789ab'], RUNS)
    expect(status, text).toBe(0)
    return { text, calls: readFileSync(join(trial, 'systemctl'), 'utf8') }
  }
  writeFileSync(mark, '')
  const owed = release()
  expect(owed.text).toContain('c: the signer stays off until galx-audit has ended without a difference')
  expect(owed.calls).toBe('restart galx-verdicts\n')
  rmSync(mark)
  expect(release().calls).toBe('restart galx-verdicts\nrestart galx-signer\n')
})
