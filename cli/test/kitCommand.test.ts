import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runOperator } from '../src/runOperator.ts'
import { SINGLE } from '../../operator/test/kit/hosts.ts'
import { PAPER_DEPLOYMENT } from '../../operator/test/kit/paperDeployment.ts'

const folder = mkdtempSync(join(tmpdir(), 'galx-kit-command-'))
afterAll(() => rmSync(folder, { recursive: true }))
const hosts = join(folder, 'hosts.json')
const out = join(folder, 'kit')
writeFileSync(hosts, JSON.stringify(SINGLE))
writeFileSync(join(folder, 'deployment.json'), JSON.stringify({ ...PAPER_DEPLOYMENT, network: 'embedded' }))
writeFileSync(join(folder, 'mainnet.json'), JSON.stringify({ ...PAPER_DEPLOYMENT, network: 'mainnet' }))

let environment: NodeJS.ProcessEnv = {}
async function kit(...parameters: string[]) {
  const said: string[] = []
  const complaints: string[] = []
  const code = await runOperator(['kit', ...parameters], environment, {
    say: (line) => void said.push(line),
    complain: (line) => void complaints.push(line),
  })
  return { code, said, complaints }
}

function everything(): Map<string, string> {
  return new Map(
    readdirSync(out, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path, `${statSync(path).mode.toString(8)} ${readFileSync(path, 'utf8')}`]),
  )
}

const CALL = ['--profile', 'single', '--hosts', hosts, '--out', out]

describe('operator kit', () => {
  it('writes nothing in a dry run', async () => {
    const { code, said } = await kit(...CALL, '--dry-run')
    expect(code).toBe(0)
    expect(said).toContain('600 one/root/etc/galx/api.env')
    expect(said.at(-1)).toMatch(/^\d+ files; nothing is written$/)
    expect(() => statSync(out)).toThrow('ENOENT')
  })

  it('keeps its secrets, so the second run writes the same bytes', async () => {
    const first = await kit(...CALL)
    expect(first).toEqual({
      code: 0,
      said: [expect.stringContaining('its secrets were made')],
      complaints: [],
    })
    expect(statSync(join(out, 'secrets.json')).mode & 0o777).toBe(0o600)
    expect(statSync(out).mode & 0o777).toBe(0o700)
    const before = everything()
    const second = await kit(...CALL)
    expect(second.said).toEqual([expect.stringContaining('its secrets were kept')])
    expect([...everything()]).toEqual([...before])
  })

  it('keeps the secrets of the alerts’ receivers, and shows none of them', async () => {
    const file = join(folder, 'woken.json')
    writeFileSync(file, JSON.stringify({ ...SINGLE, alerts: { ...SINGLE.alerts, pagerduty: true } }))
    const own = ['--profile', 'single', '--hosts', file, '--out', join(folder, 'woken')]
    expect(await kit(...own)).toMatchObject({
      code: 1,
      complaints: [
        'alerts.pagerduty: PAGERDUTY_ROUTING_KEY is missing in the environment; the kit keeps it in secrets.json',
      ],
    })
    const key = 'a0b1c2d3e4f5a0b1c2d3e4f5a0b1c2d3'
    environment = { PAGERDUTY_ROUTING_KEY: key }
    const made = await kit(...own)
    environment = {}
    expect(made.code).toBe(0)
    expect(made.said.join()).not.toContain(key)
    expect((await kit(...own)).code).toBe(0)
    const path = join(folder, 'woken/one/root/etc/prometheus/alertmanager.yml')
    expect(readFileSync(path, 'utf8')).toContain(key)
  })

  it('puts a new session secret before the old secret, and drops the old secret at once on request', async () => {
    const secretsOf = () =>
      (JSON.parse(readFileSync(join(out, 'secrets.json'), 'utf8')) as { sessions: string[] }).sessions
    const [old] = secretsOf()
    await kit(...CALL, '--rotate', 'sessions')
    const [fresh, kept] = secretsOf()
    expect(kept).toBe(old)
    expect(fresh).not.toBe(old)
    expect(readFileSync(join(out, 'one/root/etc/galx/api.env'), 'utf8')).toContain(
      `SESSION_SECRET=${fresh},${old}\n`,
    )
    await kit(...CALL, '--rotate', 'sessions-at-once')
    expect(secretsOf()).toHaveLength(1)
    expect(secretsOf()).not.toContain(fresh)
  })

  it('names the further steps for new passwords', async () => {
    const { said } = await kit(...CALL, '--rotate', 'passwords')
    expect(said.at(-1)).toMatch(
      /^passwords: replaced; install\.sh .* alter role galx .*; then release\.sh --back CURRENT-VERSION restarts/,
    )
    expect((await kit(...CALL, '--rotate', 'certificates')).said.at(-1)).not.toContain('release.sh')
  })

  it('changes nothing when the hosts file, the secrets or the deployment file is wrong', async () => {
    const before = everything()
    const bad = join(folder, 'bad.json')
    writeFileSync(bad, JSON.stringify({ ...SINGLE, domain: 'galx.example', alerts: 1 }))
    const shape = await kit('--profile', 'single', '--hosts', bad, '--out', out)
    expect(shape).toEqual({ code: 1, said: [], complaints: [`${bad}: alerts must be object`] })
    writeFileSync(bad, JSON.stringify({ ...SINGLE, domain: 'galx.example' }))
    const placeholder = await kit('--profile', 'single', '--hosts', bad, '--out', out)
    expect(placeholder.complaints).toEqual([
      `${bad}: domain: "galx.example" is a placeholder, write the real value`,
    ])
    writeFileSync(bad, JSON.stringify({ ...SINGLE, deploymentFile: 'nowhere.json' }))
    const nowhere = await kit('--profile', 'single', '--hosts', bad, '--out', out)
    expect(nowhere).toMatchObject({ code: 1, complaints: [`${join(folder, 'nowhere.json')} does not exist`] })
    writeFileSync(bad, JSON.stringify({ ...SINGLE, deploymentFile: 'mainnet.json' }))
    expect(await kit('--profile', 'single', '--hosts', bad, '--out', out)).toEqual({
      code: 1,
      said: [],
      complaints: [
        expect.stringContaining(`${bad}: host one has the signer and the co-signer, which must be`),
      ],
    })
    expect([...everything()]).toEqual([...before])

    const secrets = join(out, 'secrets.json')
    const text = readFileSync(secrets, 'utf8')
    writeFileSync(secrets, '{')
    const broken = await kit(...CALL)
    expect(broken.complaints).toEqual([
      `${secrets} is not JSON; restore it from its copy, or name another --out`,
    ])
    expect(readFileSync(secrets, 'utf8')).toBe('{')
    writeFileSync(secrets, text)
  })

  it.each([
    [[], '--profile is missing: single, ha'],
    [['--profile', 'double'], '--profile "double" is unknown: single, ha'],
    [['--profile', 'ha'], '--hosts FILE is missing'],
    [['--profile', 'ha', '--hosts', 'x'], '--out FOLDER is missing'],
    [
      [...CALL, '--rotate', 'all'],
      '--rotate "all" is unknown: sessions, sessions-at-once, certificates, passwords',
    ],
  ])('%j is a wrong call', async (parameters, complaint) => {
    expect(await kit(...parameters)).toEqual({ code: 2, said: [], complaints: [complaint] })
  })
})
