/** release.sh on one host, with stand-ins for systemctl, curl and sleep. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { HA } from './hosts.ts'
import { REPOSITORY, trialKit, type TrialKit } from './trialKit.ts'

let kit: TrialKit
let trial: string
beforeAll(async () => {
  kit = await trialKit('ha', HA)
  trial = join(kit.folder, '..')
})
afterAll(() => {
  vi.unstubAllEnvs()
  kit.remove()
})

const OLD = 'aaaaaaaaaaaa'
const NEW = '0123456789ab'
beforeEach(() => {
  for (const name of ['opt', 'galx']) rmSync(join(trial, name), { recursive: true, force: true })
  for (const name of ['galx', `opt/releases/${OLD}`, `opt/releases/${NEW}`])
    mkdirSync(join(trial, name), { recursive: true })
  for (const name of ['current', 'app']) symlinkSync(`releases/${OLD}`, join(trial, 'opt', name))
})

type Behaviour = {
  /** bash: the id of the unit's process, for `$unit` */
  process?: string
  /** bash: whether the address `$address` answers */
  answers?: string
  /** bash: whether the unit `$unit` has failed, and its exit status */
  failed?: string
  status?: number
}

/** Switches the host to the new version in folders of the trial. @returns the output, and the commands to the units */
function release(
  host: string,
  { process = 'echo 7', answers = 'true', failed = 'false', status = 0 }: Behaviour,
) {
  const record = join(trial, 'record')
  writeFileSync(record, '')
  const answer = `systemctl() {
  local unit=\${!#}
  case "$*" in
    *MainPID*) ${process} ;;
    *ExecMainStatus*) echo ${status} ;;
    is-failed*) ${failed} ;;
    *) echo "$* $(readlink current) $(readlink app)" >> "$TRIAL/record" ;;
  esac
}
curl() {
  local address=\${!#}
  if ${answers}; then echo "$address" >> "$TRIAL/record"; else return 22; fi
}
sleep() { true; }
case "$1 $(cat "$2")" in
  '${host} '*go_over*) . <(tail -n +2 "$2" | sed "s#/etc/galx#$TRIAL/galx#g; s#/var/lib/galx#$TRIAL/galx#g; s#/opt/galx#$TRIAL/opt#g") ;;
esac`
  const run = kit.run(['release.sh', '--back', NEW], answer)
  const lines = readFileSync(record, 'utf8').trim().split('\n')
  return { ...run, lines, calls: lines.filter((line) => line.startsWith('restart ')) }
}

function version(link: string): string {
  return readlinkSync(join(trial, 'opt', link)).replace('releases/', '')
}

it('leaves the signer off while an audit is owed', () => {
  writeFileSync(join(trial, 'galx/signer-keys.env'), '')
  const mark = join(trial, 'galx/audit-before-signing')
  const units = () => {
    const { status, text, calls } = release('c', {})
    expect(status, text).toBe(0)
    return { text, units: calls.map((call) => call.split(' ')[1]) }
  }
  writeFileSync(mark, '')
  const owed = units()
  expect(owed.text).toContain('c: the signer stays off until galx-audit has ended without a difference')
  expect(owed.units).toEqual(['galx-verdicts'])
  rmSync(mark)
  expect(units().units).toEqual(['galx-verdicts', 'galx-signer'])
})

it('leaves the co-signer off until its key exists', () => {
  const first = release('c', {})
  expect(first.text).toContain('c: no cosigner-keys.env: galx-cosigner stays off')
  writeFileSync(join(trial, 'galx/cosigner-keys.env'), '')
  const second = release('c', {})
  expect(second.status, second.text).toBe(0)
  expect(second.calls.map((call) => call.split(' ')[1])).toContain('galx-cosigner')
})

it('serves the app of a version once its programs run, and keeps the files of the previous version', () => {
  const { status, text, calls } = release('a', {})
  expect(status, text).toBe(0)
  expect(calls).toHaveLength(5)
  for (const call of calls) expect(call).toMatch(new RegExp(`releases/${NEW} releases/${OLD}$`))
  expect(['current', 'app', 'previous'].map(version)).toEqual([NEW, NEW, OLD])
})

it('copies the files to every edge and starts the programs on every host before the first edge serves the app', () => {
  release('a', {})
  const order = kit.commands().flatMap(({ host, script }) => {
    if (script.includes('/next')) {
      expect(script).toBe(`ln -sfn releases/${NEW} /opt/galx/next\n`)
      return [`${host} next`]
    }
    if (script.includes('go_over current')) return [`${host} runs it`]
    return script.includes('go_over app') ? [`${host} shows it`] : []
  })
  const each = (what: string) => ['a', 'b', 'c'].map((host) => `${host} ${what}`)
  expect(order).toEqual([...each('next'), ...each('runs it'), ...each('shows it')])
})

it('counts a process as ready once the same process has answered for some seconds', () => {
  // The unit's first two processes end; the third process keeps running.
  const steady = release('c', {
    process: 'echo >> "$TRIAL/looks"; looks=$(wc -l < "$TRIAL/looks"); echo $((looks < 3 ? looks : 3))',
  })
  expect(steady.status, steady.text).toBe(0)
  expect(steady.lines.filter((line) => line.includes('/metrics'))).toHaveLength(2 + 5)

  const ending = release('c', {
    process: `if [ "$(readlink current)" = releases/${NEW} ]; then echo $RANDOM$RANDOM; else echo 7; fi`,
  })
  expect(ending.status).toBe(1)
  expect(ending.text).toContain(`c: galx-verdicts of ${NEW} is not ready after a minute`)
})

it('rolls back one process after another, first the process that does not start, and serves the previous app', () => {
  const { status, text, lines, calls } = release('a', {
    answers: `[[ $address != *:8012/* ]] || [ "$(readlink current)" = releases/${OLD} ]`,
  })
  expect(status).toBe(1)
  expect(text).toContain(`a: galx-api@2 of ${NEW} is not ready after a minute`)
  expect(text).toContain(`a serves releases/${OLD} again`)
  expect(calls.map((call) => call.split(' ').slice(0, 3).join(' '))).toEqual([
    `restart galx-api@1 releases/${NEW}`,
    `restart galx-api@2 releases/${NEW}`,
    `restart galx-api@2 releases/${OLD}`,
    `restart galx-api@1 releases/${OLD}`,
  ])
  // galx-api@2 has answered again before galx-api@1 is restarted.
  const between = lines.slice(lines.indexOf(calls[2]!) + 1, lines.indexOf(calls[3]!))
  expect(between).toHaveLength(5)
  expect(['current', 'app'].map(version)).toEqual([OLD, OLD])
})

it('continues if indexing had halted before, and rolls back if indexing halts only now or the indexer ends for another reason', () => {
  const indexer = {
    process: '[ $unit = galx-indexer ] && echo 0 || echo 7',
    failed: '[ $unit = galx-indexer ]',
    answers: '[[ $address != *:8130/* ]]',
  }
  const halted = release('a', { ...indexer, status: 3 })
  expect(halted.status, halted.text).toBe(0)
  expect(halted.text).toContain(
    'a: indexing had halted before and halts again, the release goes on; why: journalctl -u galx-indexer',
  )
  expect(['current', 'app'].map(version)).toEqual([NEW, NEW])

  const now = release('a', {
    ...indexer,
    failed: '[ $unit = galx-indexer ] && grep -q "restart galx-indexer" "$TRIAL/record"',
    status: 3,
  })
  expect(now.status).toBe(1)
  expect(now.text).toContain(`a: galx-indexer of ${NEW} is not ready after a minute`)

  const ended = release('a', { ...indexer, status: 1 })
  expect(ended.text).toContain(`a: galx-indexer of ${NEW} is not ready after a minute`)
  expect(ended.status).toBe(1)
})

it('copies a version without switching to it', () => {
  const { status, text } = kit.run(['release.sh', '--upload', REPOSITORY])
  expect(status, text).toBe(0)
  expect(text).toMatch(
    /^[0-9a-f]{12} is in \/opt\/galx\/releases\/[0-9a-f]{12} of each host; no program runs it yet\n$/,
  )
  const asked = kit.commands().map(({ script }) => script)
  expect(asked.filter((script) => !/^(?:\[ -d \S+ \]\n)?$/.test(script))).toEqual([])
  expect(asked).toHaveLength(2 * 3)
})

/** A repository whose build needs a package that the programs do not need. */
function repositoryWithBuild(): string {
  const repository = join(trial, 'repository')
  const write = (file: string, content: string | object) => {
    mkdirSync(join(repository, file, '..'), { recursive: true })
    writeFileSync(join(repository, file), typeof content === 'string' ? content : JSON.stringify(content))
  }
  const workspaces = ['server', 'web']
  const run = (program: string, ...words: string[]) => execFileSync(program, words, { cwd: repository })
  write('package.json', {
    name: 'app',
    workspaces,
    dependencies: { used: 'file:used-2.1.0.tgz' },
    devDependencies: { bundler: 'file:bundler-1.0.0.tgz' },
  })
  write('bundler/package.json', { name: 'bundler', version: '1.0.0', bin: './bundler.js' })
  write('bundler/bundler.js', `#!/usr/bin/env node\nrequire('node:fs').writeFileSync('built.js', '')\n`)
  for (const name of workspaces)
    write(`${name}/package.json`, { name, version: '1.0.0', scripts: { build: 'bundler' } })
  write('stack/build.mjs', 'export function buildPrograms() {}\n')
  write('scripts/sbom.mjs', readFileSync(join(REPOSITORY, 'scripts/sbom.mjs'), 'utf8'))
  write('used/package.json', { name: 'used', version: '2.1.0', license: 'MIT' })
  for (const name of ['used', 'bundler']) run('npm', 'pack', '--offline', '--silent', `./${name}`)
  run('npm', 'install', '--package-lock-only', '--offline', '--no-audit', '--no-fund')
  run('git', 'init', '--quiet')
  run('git', 'add', '.')
  run('git', '-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '-m', 'build')
  return repository
}

it('builds a version with the packages that only the build needs, also if NODE_ENV is production', () => {
  // The stand-in for npm builds nothing.
  rmSync(join(trial, 'programs/npm'))
  vi.stubEnv('NODE_ENV', 'production')
  const answer = `if grep -q '^\\[ -d ' "$2"; then exit 1; fi
if head -n 1 "$2" | grep -q 'tar -C'; then
  tail -n +2 "$2" > "$TRIAL/release.tgz"
  tar -tzf "$TRIAL/release.tgz" >> "$TRIAL/copied"
fi`
  const { status, text } = kit.run(['release.sh', '--upload', repositoryWithBuild()], answer)
  expect(status, text).toBe(0)
  const copied = readFileSync(join(trial, 'copied'), 'utf8')
  expect(copied).toContain('./server/built.js')
  expect(copied).toContain('./web/built.js')
  expect(copied).not.toContain('./node_modules/bundler')
  // Beside the release lies the list of its packages.
  const list = execFileSync('tar', ['-xzOf', join(trial, 'release.tgz'), './sbom.cdx.json'], {
    encoding: 'utf8',
  })
  const { bomFormat, specVersion, components } = JSON.parse(list) as {
    bomFormat: string
    specVersion: string
    components: { name: string; version: string; licenses: unknown }[]
  }
  expect([bomFormat, specVersion]).toEqual(['CycloneDX', '1.5'])
  expect(components).toMatchObject([
    { name: 'used', version: '2.1.0', licenses: [{ license: { id: 'MIT' } }] },
  ])
}, 120_000)
