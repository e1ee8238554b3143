/**
 * Debian's packages without an installation: apt lists the packages that this machine lacks and downloads them, and dpkg unpacks them into a
 * folder of the drill. Needs no root, and does not change the machine.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Packages that the drill uses. Each brings its dependencies. */
const PARTS = [
  'postgresql',
  'etcd-server',
  'etcd-client',
  'patroni',
  'python3-etcd',
  // If python3-openssl is installed, python3-etcd uses it for TLS and needs this package. Debian only recommends it.
  'python3-idna',
  'haproxy',
  'pgbouncer',
  'redis-server',
  'nginx',
  'prometheus',
  'nftables',
  'prometheus-alertmanager',
  'prometheus-node-exporter',
  'prometheus-postgres-exporter',
  'pgbackrest',
  // Programs that the kit's scripts call.
  'curl',
  'jq',
] as const

/** The web pages of Prometheus, which the drill does not use. */
const UNNEEDED = /^(?:libjs-|fonts-)/

/** A program that the machine lacks. The message has the program and the reason. */
export class MissingProgramsError extends Error {
  override name = 'MissingProgramsError'
}

/** The lines `Inst NAME (VERSION …)` of a simulated installation. */
export function packagesOf(simulation: string): { name: string; version: string }[] {
  return [...simulation.matchAll(/^Inst (\S+) (?:\[[^\]]*\] )?\((\S+) /gm)]
    .map(([, name = '', version = '']) => ({ name, version }))
    .filter(({ name }) => !UNNEEDED.test(name))
}

/**
 * @param cache folder for unpacked packages, with one folder for each set of versions
 * @returns the folder that stands for `/`; may be empty if everything is installed
 * @throws MissingProgramsError
 */
export async function fetchPackages(cache: string, say: (line: string) => void): Promise<string> {
  const simulation = await run(
    'apt-get',
    ['--simulate', '--no-install-recommends', '--no-upgrade', 'install', ...PARTS],
    { env: { ...process.env, LC_ALL: 'C' } },
  ).catch((error: { stderr?: string; message: string }) => {
    throw new MissingProgramsError(
      `apt-get cannot find ${PARTS.join(', ')}: ${lastLine(error.stderr ?? error.message)} (try "apt-get update")`,
    )
  })
  const packages = packagesOf(simulation.stdout)
  const versions = packages.map(({ name, version }) => `${name}=${version}`)
  const root = join(cache, createHash('sha256').update(versions.join('\n')).digest('hex').slice(0, 16))
  if (existsSync(root)) return root
  mkdirSync(cache, { recursive: true, mode: 0o755 })
  const unfinished = mkdtempSync(join(cache, 'unfinished-'))
  try {
    if (versions.length > 0) {
      say(`fetching ${versions.length} of Debian's packages …`)
      const downloads = join(unfinished, 'downloads')
      mkdirSync(downloads)
      await run('apt-get', ['-o', 'APT::Sandbox::User=', 'download', ...versions], { cwd: downloads }).catch(
        (error: { stderr?: string; message: string }) => {
          throw new MissingProgramsError(
            `apt-get cannot download packages: ${lastLine(error.stderr ?? error.message)}`,
          )
        },
      )
      for (const file of readdirSync(downloads).filter((name) => name.endsWith('.deb')))
        await run('dpkg', ['-x', join(downloads, file), join(unfinished, 'root')])
      rmSync(downloads, { recursive: true })
    }
    mkdirSync(join(unfinished, 'root'), { recursive: true })
    writeFileSync(join(unfinished, 'root', 'packages.txt'), `${versions.join('\n')}\n`)
    if (!existsSync(root)) renameSync(join(unfinished, 'root'), root)
    return root
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
