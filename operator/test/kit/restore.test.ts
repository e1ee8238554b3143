/** restore.sh: the commands of each host, and the resulting command of Patroni. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePlan } from '../../src/kit/plan.ts'
import { patroni } from '../../src/kit/services/patroni.ts'
import { HA, SINGLE } from './hosts.ts'
import { PAPER_DEPLOYMENT } from './paperDeployment.ts'
import { REPOSITORY, trialKit, type TrialKit } from './trialKit.ts'

const kits = {} as Record<'single' | 'ha', TrialKit>
beforeAll(async () => {
  kits.single = await trialKit('single', SINGLE)
  kits.ha = await trialKit('ha', HA)
})
afterAll(() => Object.values(kits).forEach((kit) => kit.remove()))

/** The host with the archive runs its commands. @param wal the last archived piece of WAL that pgBackRest reports, besides a backup */
function archiveUntil(wal: string): string {
  const info = [{ backup: [{ timestamp: { stop: 1_767_225_600 } }], archive: [{ max: wal }] }]
  return `runuser() { echo '${JSON.stringify(info)}'; }
if grep -q '^info=' "$2"; then . <(tail -n +2 "$2"); fi`
}
const FIRST_TIMELINE = archiveUntil('000000010000000000000009')
const SECOND_TIMELINE = archiveUntil('000000020000000000000009')

function restore(kit: TrialKit, words: readonly string[], answer = FIRST_TIMELINE) {
  const [moment = '', ...options] = words
  return kit.run(['restore.sh', moment, REPOSITORY, kit.hostsFile, '--yes', ...options], answer)
}

/** @returns the script that contains these words, with its host */
function tellingOf(kit: TrialKit, words: string) {
  const found = kit.commands().find(({ script }) => script.includes(words))
  if (found === undefined) throw new Error(`no host got: ${words}`)
  return found
}

describe('restore.sh', () => {
  it('restores the whole archive if the latest state is requested', () => {
    const { status, text } = restore(kits.single, ['latest'])
    expect(status, text).toBe(0)
    expect(text).toContain('restored to the latest archived state')
    const { script } = tellingOf(kits.single, '--delta')
    expect(script).toContain('--type=default')
    expect(script).not.toContain('--target=')
    expect(kits.single.askedOfNpm()).toMatch(/operator -- kit --profile single .* --rotate sessions-at-once$/)
  })

  it('restores a moment', () => {
    const { status, text } = restore(kits.single, ['2026-01-31 12:00:00+00'])
    expect(status, text).toBe(0)
    expect(tellingOf(kits.single, '--delta').script).toContain(
      "--type=time --target='2026-01-31 12:00:00+00' --target-action=promote",
    )
  })

  it('passes "latest" to Patroni’s own command', () => {
    const { status, text } = restore(kits.ha, ['latest'])
    expect(status, text).toBe(0)
    expect(kits.ha.commands().some(({ script }) => script.startsWith('latest'))).toBe(true)
  })

  it('follows the timeline that was current at the moment: the timeline before a later restore', () => {
    const restores = join(kits.single.folder, 'restores.txt')
    rmSync(restores, { force: true })
    const timelineOf = (...words: string[]) => {
      const { status, text } = restore(kits.single, words, SECOND_TIMELINE)
      expect(status, text).toBe(0)
      return /--target-timeline=(\w+)/.exec(tellingOf(kits.single, '--delta').script)?.[1]
    }
    expect(timelineOf('2026-01-31 12:00:00+00')).toBe('latest')
    // restores.txt records the restore with the timeline that the restore left.
    expect(readFileSync(restores, 'utf8')).toMatch(/^\d{10} 2\n$/)
    // On 2026-02-02 a restore left timeline 1, on 2026-02-12 another restore left timeline 3.
    writeFileSync(restores, '1770000000 1\n1770900000 3\n')
    expect(timelineOf('2026-01-31 12:00:00+00')).toBe('1')
    expect(timelineOf('2026-02-03 12:00:00+00')).toBe('3')
    expect(timelineOf('latest')).toBe('latest')
    expect(timelineOf('2026-01-31 12:00:00+00', '--timeline', 'current')).toBe('current')
  })

  it('starts a full backup after the restore, and does not wait for the backup', () => {
    restore(kits.single, ['latest'])
    const commands = kits.single.commands().map(({ script }) => script)
    const backup = commands.findIndex((script) =>
      script.includes('systemctl start --no-block galx-backup-full'),
    )
    expect(backup).toBeGreaterThan(commands.findIndex((script) => script.includes('--delta')))
  })

  it('switches the signer off before the database changes, and leaves it off', () => {
    restore(kits.single, ['latest'])
    const commands = kits.single.commands().map(({ script }) => script)
    const mark = commands.indexOf('touch /var/lib/galx/audit-before-signing\n')
    expect(mark).toBeGreaterThan(0)
    expect(mark).toBeLessThan(commands.findIndex((script) => script.includes('--delta')))
  })

  it.each([
    [['yesterday'], 2, 'the moment must look like 2026-01-31 12:00:00+00, or be latest, not yesterday'],
    [['latest', '--timeline', 'last'], 2, 'the timeline must be latest, current or a number, not last'],
    [['latest', '--now'], 2, '--now is not an option; the options are --yes, --without and --timeline'],
  ])('refuses %j, and sends no host a command', (words, code, complaint) => {
    const { status, text } = restore(kits.single, words)
    expect({ status, text }).toEqual({ status: code, text: `restore.sh: ${complaint}\n` })
    expect(kits.single.commands()).toEqual([])
  })

  it('changes nothing if no backup leads to the moment', () => {
    const { status, text } = restore(kits.single, ['2020-01-01 00:00:00+00'])
    expect(status).toBe(1)
    expect(text).toMatch(
      /backups lead to moments from 2026-01-01 00:00:00\+00 until now, not to 2020.*nothing has changed/,
    )
    expect(kits.single.commands().filter(({ script }) => script !== '')).toHaveLength(1)
  })
})

describe('Patroni’s command of a restore', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galx-restore-command-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** @param target the file of restore.sh or of the drill. @returns pgBackRest's parameters */
  function parametersFor(target: string): string {
    const file = structuredClone(HA)
    file.hosts[0]!.directories = { etc: join(folder, 'etc') }
    const plan = makePlan('ha', file, kits.ha.plan.secrets, JSON.stringify(PAPER_DEPLOYMENT))
    const script = patroni(plan, plan.hosts[0]!).find(({ target: path }) =>
      path.endsWith('restore-command.sh'),
    )!
    mkdirSync(join(folder, 'etc/patroni'), { recursive: true })
    writeFileSync(script.target, script.content)
    writeFileSync(join(folder, 'etc/patroni/restore-target'), target)
    const program = join(folder, 'pgbackrest')
    writeFileSync(program, '#!/bin/sh\nfor word in "$@"; do printf "[%s]" "$word"; done\n')
    chmodSync(program, 0o755)
    const { status, stdout, stderr } = spawnSync('sh', [script.target, '--scope=galx', '--datadir=/data'], {
      env: { PATH: `${folder}:${process.env.PATH}` },
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
    return stdout
  }

  it('restores a moment, or the whole archive', () => {
    const moment = parametersFor('2026-01-31 12:00:00.123456+00')
    expect(moment).toContain('[--pg1-path=/data]')
    expect(moment).toContain('[--type=time][--target=2026-01-31 12:00:00.123456+00][--target-action=promote]')
    const latest = parametersFor('latest')
    expect(latest).toContain('[--type=default]')
    expect(latest).not.toContain('--target=')
  })

  it('follows the timeline of the second line, or the latest without a second line', () => {
    expect(parametersFor('2026-01-31 12:00:00+00\n3\n')).toContain('[--target-timeline=3]')
    expect(parametersFor('latest')).toContain('[--target-timeline=latest]')
  })
})
