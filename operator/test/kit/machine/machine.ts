/**
 * A Debian machine inside this machine: an empty Debian with systemd as its first process, in its own namespaces, with a
 * virtual network cable to this machine. Its changes vanish with it. Needs root, Linux, Debian's packages and debootstrap.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Debian } from '../../../src/kit/hostsFile.ts'

const run = promisify(execFile)

/** The addresses of the cable's two ends: this machine's (HERE) and the inner machine's (THERE). */
export const HERE = '10.213.7.1'
export const THERE = '10.213.7.2'

/** The packages that Debian's installer adds to the base system, as far as the guide uses them. */
const INSTALLED = ['systemd', 'systemd-sysv', 'dbus', 'nano', 'iproute2', 'procps', 'sudo']

const SUITES = { 12: 'bookworm', 13: 'trixie' } as const

function sources(suite: string): string {
  return `deb http://deb.debian.org/debian ${suite} main
deb http://deb.debian.org/debian ${suite}-updates main
deb http://deb.debian.org/debian-security ${suite}-security main
`
}

type Said = { status: number; text: string }

export type Machine = {
  /** Runs the lines in bash as root, as a person who is signed in would. @returns the output of both streams */
  run(script: string): Promise<Said>
  stop(): Promise<void>
}

/** @returns why this machine cannot run another machine inside itself; null: it can */
export function machineImpossible(): string | null {
  if (process.platform !== 'linux') return 'only Linux has namespaces'
  if (process.getuid?.() !== 0) return 'only root may boot a machine'
  for (const program of ['unshare', 'nsenter', 'ip', 'apt-get', 'dpkg'])
    if (!['/usr/bin', '/usr/sbin', '/bin', '/sbin'].some((folder) => existsSync(join(folder, program))))
      return `${program} is not installed`
  return null
}

/**
 * @param folder a cache between runs: the empty Debian, and downloaded packages
 * @param prepare writes into the machine's disk before it boots
 */
export async function startMachine(
  folder: string,
  version: Debian,
  npmCache: string,
  prepare: (disk: string) => Promise<void>,
): Promise<Machine> {
  const debian = await emptyDebian(folder, version)
  const root = join(folder, `machine-${process.pid}`)
  for (const part of ['changes', 'work', 'mounted', 'npm/changes', 'npm/work'])
    await mkdir(join(root, part), { recursive: true })
  const packages = join(folder, `packages-${version}`)
  await mkdir(join(packages, 'partial'), { recursive: true })
  for (const [name, place] of [
    ['debian', debian],
    ['packages', packages],
  ] as const)
    await run('ln', ['-sfn', place, join(root, name)])
  await prepare(join(root, 'changes'))
  const group = controlGroup()
  await mkdir(group)
  const boot = boots(root, npmCache, group)
  try {
    const first = await firstProcess(boot)
    await connect(first)
    await booted(first)
    return {
      run: (script) => runIn(first, script),
      stop: () => stop(boot, first, root, group),
    }
  } catch (error) {
    boot.kill('SIGKILL')
    throw error
  }
}

/** @returns a new folder in this machine's cgroups, for the inner machine's processes */
function controlGroup(): string {
  const mixed = '/sys/fs/cgroup/unified'
  return join(existsSync(mixed) ? mixed : '/sys/fs/cgroup', `galx-${randomBytes(4).toString('hex')}`)
}

async function emptyDebian(folder: string, version: Debian): Promise<string> {
  const suite = SUITES[version]
  const ready = join(folder, suite)
  if (existsSync(ready)) return ready
  const making = join(folder, `${suite}-${process.pid}`)
  const { program, environment } = await debootstrap(folder)
  await run(
    program,
    ['--variant=minbase', `--include=${INSTALLED.join(',')}`, suite, making, 'http://deb.debian.org/debian'],
    { env: { ...process.env, ...environment }, maxBuffer: 64 << 20 },
  )
  await rm(join(making, 'var/cache/apt/archives'), { recursive: true })
  await writeFile(join(making, 'etc/apt/sources.list'), sources(suite))
  await rename(making, ready)
  return ready
}

/** Debian's own program, or the same program from its unpacked package. */
async function debootstrap(folder: string) {
  if (existsSync('/usr/sbin/debootstrap')) return { program: '/usr/sbin/debootstrap', environment: {} }
  const place = join(folder, 'debootstrap')
  await mkdir(place, { recursive: true })
  await run('apt-get', ['download', '-q', 'debootstrap'], { cwd: place })
  const [file] = (await readdir(place)).filter((name) => name.endsWith('.deb'))
  await run('dpkg', ['-x', join(place, file!), place])
  return {
    program: join(place, 'usr/sbin/debootstrap'),
    environment: { DEBOOTSTRAP_DIR: join(place, 'usr/share/debootstrap') },
  }
}

function boots(root: string, npmCache: string, group: string): ChildProcess {
  const script = resolve(import.meta.dirname, 'boot.sh')
  const namespaces = ['--pid', '--mount', '--uts', '--ipc', '--net', '--cgroup']
  return spawn(
    'sh',
    [
      '-c',
      'echo $$ > "$0/cgroup.procs" && exec unshare "$@"',
      group,
      ...namespaces,
      '--fork',
      '--kill-child',
      'bash',
      script,
      root,
      npmCache,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
}

/** @returns the id that the inner machine's first process has on this machine */
async function firstProcess(boot: ChildProcess): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (boot.exitCode !== null)
      throw new Error(`the machine did not boot: boot.sh ended with ${boot.exitCode}`)
    const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(boot.pid)]).catch(() => ({
      stdout: '',
    }))
    if (stdout.trim() !== '') return Number(stdout.trim())
    await pause(50)
  }
  throw new Error('the machine has no first process')
}

async function connect(first: number): Promise<void> {
  const cable = `galx${first % 100_000}`
  const there = (...words: string[]) => run('nsenter', ['-t', String(first), '-n', 'ip', ...words])
  await run('ip', ['link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(first)])
  await run('ip', ['addr', 'add', `${HERE}/24`, 'dev', cable])
  await run('ip', ['link', 'set', cable, 'up'])
  await there('link', 'set', 'lo', 'up')
  await there('addr', 'add', `${THERE}/24`, 'dev', 'eth0')
  await there('link', 'set', 'eth0', 'up')
  await there('route', 'add', 'default', 'via', HERE)
}

async function booted(first: number): Promise<void> {
  let said: Said = { status: 1, text: '' }
  for (let attempt = 0; attempt < 300; attempt += 1) {
    said = await runIn(first, 'systemctl is-system-running')
    if (/^(running|degraded)$/m.test(said.text)) return
    await pause(200)
  }
  throw new Error(`the machine did not boot: ${said.text}`)
}

function runIn(first: number, script: string): Promise<Said> {
  const child = spawn(
    'nsenter',
    [
      '-t',
      String(first),
      '--all',
      '--wdns=/root',
      'env',
      '-i',
      'HOME=/root',
      'USER=root',
      'LANG=C.UTF-8',
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      'bash',
      '-c',
      `exec 2>&1\n${script}`,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part))
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => done({ status: code ?? -1, text }))
  })
}

async function stop(boot: ChildProcess, first: number, root: string, group: string): Promise<void> {
  const ended = new Promise((done) => boot.once('close', done))
  process.kill(first, 'SIGKILL')
  await ended
  await run('find', [group, '-depth', '-type', 'd', '-exec', 'rmdir', '{}', ';'])
  await rm(root, { recursive: true, force: true })
}

/** Copies this machine's Node.js and npm to the path at which the guide installs the downloaded programs. */
export async function giveNode(disk: string): Promise<void> {
  const npm = dirname(dirname(realpathSync((await run('which', ['npm'])).stdout.trim())))
  const local = join(disk, 'usr/local')
  await mkdir(join(local, 'bin'), { recursive: true })
  await cp(process.execPath, join(local, 'bin/node'))
  await cp(npm, join(local, 'lib/node_modules/npm'), { recursive: true })
  await run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm')])
}
