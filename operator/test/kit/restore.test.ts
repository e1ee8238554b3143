/** restore.sh: what it tells which host, and what Patroni's own command makes of it. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

function restore(kit: TrialKit, words: readonly string[], answer?: string) {
  const [moment = '', ...options] = words
  return kit.run(['restore.sh', moment, REPOSITORY, kit.hostsFile, '--yes', ...options], answer)
}

/** The host's script that has these words. */
function tellingOf(kit: TrialKit, words: string) {
  const found = kit.told().find(({ script }) => script.includes(words))
  if (found === undefined) throw new Error(`no host was told: ${words}`)
  return found
}

describe('restore.sh', () => {
  it('takes all that was archived where it is asked for the latest', () => {
    const { status, text } = restore(kits.single, ['latest'])
    expect(status, text).toBe(0)
    expect(text).toContain('restored to all that was archived')
    expect(tellingOf(kits.single, 'pgbackrest --config').script).toContain("[ 'latest' != latest ] || exit 0")
    const { script } = tellingOf(kits.single, '--delta')
    expect(script).toContain('--type=default')
    expect(script).not.toContain('--target=')
  })

  it('goes to a moment', () => {
    const { status, text } = restore(kits.single, ['2026-01-31 12:00:00+00'])
    expect(status, text).toBe(0)
    expect(tellingOf(kits.single, '--delta').script).toContain(
      "--type=time --target='2026-01-31 12:00:00+00' --target-action=promote",
    )
  })

  it('tells Patroni’s own command the latest', () => {
    const { status, text } = restore(kits.ha, ['latest'])
    expect(status, text).toBe(0)
    expect(kits.ha.told().some(({ script }) => script.startsWith('latest'))).toBe(true)
  })

  it('refuses what is no moment, and tells no host anything', () => {
    const { status, text } = restore(kits.single, ['yesterday'])
    expect(status).toBe(2)
    expect(text).toBe(
      'restore.sh: the moment must look like 2026-01-31 12:00:00+00, or be latest, not yesterday\n',
    )
    expect(kits.single.told()).toEqual([])
  })
})

describe('Patroni’s command of a restore', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galx-restore-command-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** @param target what restore.sh, or the drill, wrote. @returns pgBackRest's parameters */
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

  it('goes to a moment, or takes all that was archived', () => {
    const moment = parametersFor('2026-01-31 12:00:00.123456+00')
    expect(moment).toContain('[--pg1-path=/data]')
    expect(moment).toContain('[--type=time][--target=2026-01-31 12:00:00.123456+00][--target-action=promote]')
    const latest = parametersFor('latest')
    expect(latest).toContain('[--type=default]')
    expect(latest).not.toContain('--target=')
  })
})
