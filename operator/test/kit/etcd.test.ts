/** etcd with exactly the kit's files: the commands of docs/three-machines.md replace a lost member, with Debian's etcd. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { freePort } from '@galx/stack/process/freePort'
import { STANDARD_PORTS } from '../../src/kit/hostsFile.ts'
import { layOut } from '../../src/kit/layOut.ts'
import { completeSecrets } from '../../src/kit/makeSecrets.ts'
import { hostsWith, makePlan, type Host, type Plan } from '../../src/kit/plan.ts'
import { etcdScript } from '../../src/kit/services/etcd.ts'
import { DEBIAN_ENVIRONMENT, end, programOf } from '../support/debian.ts'
import { HA } from './hosts.ts'
import { PAPER_DEPLOYMENT } from './paperDeployment.ts'

const GUIDE = readFileSync(resolve(import.meta.dirname, '../../../docs/three-machines.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'galx-etcd-'))
const running = new Map<string, ChildProcess>()
const missing = ['etcd', 'etcdctl', 'jq', 'curl'].filter((name) => programOf(name) === null)
const environment = {
  ...DEBIAN_ENVIRONMENT,
  PATH: [...new Set(['etcd', 'etcdctl'].map((name) => dirname(programOf(name) ?? '')))]
    .concat(DEBIAN_ENVIRONMENT.PATH ?? '')
    .join(delimiter),
}
const TIMEOUT = { timeout: 30_000, interval: 200 }

afterEach(() => Promise.all([...running.values()].map((child) => end(child))))
afterAll(() => rmSync(folder, { recursive: true }))

async function threeHosts(): Promise<Plan> {
  const file = structuredClone(HA)
  for (const [index, host] of file.hosts.entries()) {
    host.address = `127.0.0.${index + 2}`
    host.ports = { ...STANDARD_PORTS, etcdClient: await freePort(), etcdPeer: await freePort() }
    host.directories = Object.fromEntries(
      ['etc', 'lib', 'log', 'run', 'opt'].map((name) => [name, join(folder, host.name, name)]),
    )
  }
  const plan = makePlan('ha', file, await completeSecrets('ha', file, null), JSON.stringify(PAPER_DEPLOYMENT))
  await layOut(plan, folder, { mimeTypes: null })
  return plan
}

/** Starts etcd with the command of the host's unit. */
function start(host: Host): ChildProcess {
  const child = spawn(etcdScript(host), [], { env: environment, stdio: ['ignore', 'ignore', 'pipe'] })
  running.set(host.name, child)
  return child
}

/** Runs the guide's commands, and others, on a host. @returns their output */
function onHost({ directories: { etc } }: Host, commands: string): string {
  const script = `set -e\n${commands}`.replaceAll('/etc/', `${etc}/`)
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { env: environment, encoding: 'utf8' })
  expect(status, stdout + stderr).toBe(0)
  return stdout
}

function commandsOf(section: string, index: number): string {
  const text = GUIDE.split(/^## /m).find((part) => part.startsWith(section))!
  return [...text.matchAll(/^ *```sh\n(.*?)^ *```$/gms)][index]![1]!.replaceAll(/^ {3}/gm, '')
}

describe.skipIf(missing.length > 0)(
  'accepts a lost machine after a new installation, once the other members know the machine',
  () => {
    it('accepts a lost machine that was installed again, once the other members know it', async () => {
      const plan = await threeHosts()
      const members = hostsWith(plan, 'etcd')
      const [first, , lost] = members as [Host, Host, Host]
      for (const host of members) start(host)
      const names = commandsOf('Replace a machine', 0)
      const ask = (command: string) =>
        onHost(first, `${names.split('\n').slice(0, 2).join('\n')}\n${command}`)
      const healthy = () => ask('etcdctl endpoint health --cluster 2>&1').match(/is healthy/g)?.length
      await vi.waitFor(() => expect(healthy()).toBe(3), TIMEOUT)
      ask('etcdctl put leader a')

      await end(running.get(lost.name)!)
      rmSync(join(lost.directories.lib, 'etcd/galx'), { recursive: true })
      const refused = start(lost)
      let complaint = ''
      refused.stderr!.setEncoding('utf8').on('data', (part: string) => (complaint += part))
      await vi.waitFor(() => expect(refused.exitCode).not.toBeNull(), TIMEOUT)
      expect(complaint).toContain('has already been bootstrapped')

      const words = { NAME: lost.name, ADDRESS: lost.address, 2380: String(lost.ports.etcdPeer) }
      const commands = Object.entries(words).reduce((text, [word, own]) => text.replaceAll(word, own), names)
      const [remove, add, ...more] = commands.trim().split('\n').slice(2)
      expect(more).toEqual([])
      ask(remove!)
      // etcd refuses to add a member until the other members have been connected for five seconds.
      await vi.waitFor(() => ask(add!), TIMEOUT)
      start(lost)
      await vi.waitFor(() => expect(healthy()).toBe(3), TIMEOUT)
      const own = `ETCDCTL_ENDPOINTS=https://${lost.address}:${lost.ports.etcdClient}`
      expect(ask(`${own} etcdctl get leader --print-value-only --consistency=s`)).toBe('a\n')

      // The member now has data, so it restarts like any other member.
      await end(running.get(lost.name)!)
      start(lost)
      await vi.waitFor(() => expect(healthy()).toBe(3), TIMEOUT)
    }, 180_000)
  },
)
