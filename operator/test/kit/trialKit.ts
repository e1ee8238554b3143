/**
 * The kit in a folder, and its scripts run from there. Its hosts do not exist: a program in place of ssh records the commands for each host
 * and gives the test's answers. A program in place of npm, which the scripts call to write the kit again, records its arguments.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { HostsFile, Profile } from '../../src/kit/hostsFile.ts'
import { completeSecrets } from '../../src/kit/makeSecrets.ts'
import { makePlan, type Plan } from '../../src/kit/plan.ts'
import { renderKit } from '../../src/kit/renderKit.ts'
import { writeKit } from '../../src/kit/writeKit.ts'
import { PAPER_DEPLOYMENT } from './paperDeployment.ts'

/** `$1` of the answer is the host's name, `$2` a file with the host's commands. */
const SSH = `#!/bin/bash
while [ "$1" = -o ]; do shift 2; done
host=\${1#*@}
file=$TRIAL/commands/$(date +%s%N)-$$-$host
{ echo "$2"; cat; } > "$file"
bash -c "$ANSWER" answer "$host" "$file"
`

/** Writing the kit again takes seconds each time; the command has its own test. */
const NPM = `#!/bin/bash
echo "$*" > "$TRIAL/npm"
`

/** `command`: the command for ssh. `script`: its standard input. */
type SentCommand = { host: string; command: string; script: string }

export type TrialKit = {
  plan: Plan
  folder: string
  hostsFile: string
  /**
   * Runs a script of the kit, or shell lines that run after common.sh.
   * @param answer bash: a host's answer to a command
   */
  run(words: readonly string[], answer?: string): { status: number | null; text: string }
  /** The hosts' commands in the last run, in order. */
  commands(): SentCommand[]
  /** npm's arguments from the last script that called it. */
  askedOfNpm(): string
  remove(): void
}

export const REPOSITORY = resolve(import.meta.dirname, '../../..')

export async function trialKit(profile: Profile, file: HostsFile): Promise<TrialKit> {
  const folder = mkdtempSync(join(tmpdir(), 'galx-trial-kit-'))
  const hosts = { ...file, hosts: file.hosts.map((host) => ({ ...host, ssh: `root@${host.name}` })) }
  const secrets = await completeSecrets(profile, hosts, null)
  const plan = makePlan(profile, hosts, secrets, JSON.stringify(PAPER_DEPLOYMENT))
  const kit = join(folder, 'kit')
  await writeKit(kit, secrets, renderKit(plan))
  const hostsFile = join(folder, 'hosts.json')
  writeFileSync(hostsFile, JSON.stringify(hosts))
  writeFileSync(join(folder, 'deployment.json'), JSON.stringify(PAPER_DEPLOYMENT))
  const commands = join(folder, 'commands')
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  for (const [name, content] of [
    ['ssh', SSH],
    ['npm', NPM],
  ] as const) {
    writeFileSync(join(programs, name), content)
    chmodSync(join(programs, name), 0o755)
  }
  return {
    plan,
    folder: kit,
    hostsFile,
    run([script = '', ...parameters], answer = 'true') {
      rmSync(commands, { recursive: true, force: true })
      mkdirSync(commands)
      const words = script.endsWith('.sh')
        ? [join(kit, script), ...parameters]
        : ['-c', `. "$(dirname "$0")/common.sh"\n${script}`, join(kit, 'test'), ...parameters]
      const { status, stdout, stderr } = spawnSync('bash', words, {
        env: { ...process.env, PATH: `${programs}:${process.env.PATH}`, TRIAL: folder, ANSWER: answer },
        encoding: 'utf8',
        timeout: 60_000,
      })
      return { status, text: stdout + stderr }
    },
    commands: () =>
      readdirSync(commands)
        .sort()
        .map((name) => {
          const [command = '', ...lines] = readFileSync(join(commands, name), 'utf8').split('\n')
          return { host: name.slice(name.lastIndexOf('-') + 1), command, script: lines.join('\n') }
        }),
    askedOfNpm: () => readFileSync(join(folder, 'npm'), 'utf8').trim(),
    remove: () => rmSync(folder, { recursive: true }),
  }
}
