/** A host that does not answer: no script stops halfway, and a script with --without continues without the host. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HA } from './hosts.ts'
import { REPOSITORY, trialKit, type TrialKit } from './trialKit.ts'

let kit: TrialKit
beforeAll(async () => {
  kit = await trialKit('ha', HA)
})
afterAll(() => kit.remove())

const AWAY = 'if [ "$1" = b ]; then echo "ssh: no route to host" >&2; exit 255; fi'

/** An operator's call of each script that reaches several hosts. */
function calls(): Record<string, string[]> {
  return {
    install: ['install.sh'],
    restore: ['restore.sh', 'latest', REPOSITORY, kit.hostsFile, '--yes'],
    release: ['release.sh', REPOSITORY],
    back: ['release.sh', '--back', '0123456789ab'],
  }
}

it.each(['install', 'restore', 'release', 'back'])(
  '%s changes nothing while a host does not answer',
  (name) => {
    const { status, text } = kit.run(calls()[name]!, AWAY)
    expect(status).toBe(1)
    expect(text).toBe(
      'ssh: no route to host\nb does not answer; nothing has changed. If it is known to be away: --without b\n',
    )
    expect(kit.commands().filter(({ script }) => script !== '')).toEqual([])
  },
)

it.each(['install', 'restore', 'release', 'back'])(
  '%s refuses to leave out a host that does not exist',
  (name) => {
    const call = calls()[name]!
    const unknown = kit.run([...call, '--without', 'd'])
    expect(unknown).toEqual({ status: 2, text: 'there is no host d; there are: a b c\n' })
    const all = kit.run([...call, '--without', 'a', '--without', 'b'])
    expect(all).toEqual({ status: 2, text: 'without b nothing could serve; nothing has changed\n' })
    expect(kit.commands()).toEqual([])
  },
)

/** Host `a`, the first host of each role, does not answer. */
const FIRST_AWAY = `[ "$1" != a ] || exit 255
case $(tail -n +2 "$2") in *'output=json info'*) echo '1769860800 1800000000 1' ;; esac`

it('a restore without the first host creates the database on another host', () => {
  const { status, text } = kit.run([...calls().restore!, '--without', 'a'], FIRST_AWAY)
  expect(status, text).toBe(0)
  expect(text).toContain('left out: a.')
  const commands = kit.commands()
  expect([...new Set(commands.map(({ host }) => host))].sort()).toEqual(['b', 'c'])
  expect(commands.find(({ script }) => script.includes('patronictl'))!.host).toBe('b')
  expect(commands.find(({ command }) => command.includes('restore-target'))!.host).toBe('b')
})

it('a release without the first host migrates from another host', () => {
  const { status, text } = kit.run(['release.sh', REPOSITORY, '--without', 'a'], FIRST_AWAY)
  expect(status, text).toBe(0)
  const migration = kit.commands().filter(({ script }) => script.includes('main.js migrate'))
  expect(migration.map(({ host }) => host)).toEqual(['b'])
  expect(migration[0]!.script).toContain('EnvironmentFile=/etc/galx/indexer.env')
  expect(text).toMatch(/^[0-9a-f]{12} serves$/m)
})
