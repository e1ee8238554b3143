/** docs/production.md, "What can be set", and the ports of the kit: compared with the hosts file's schema, docs/environment.md and the files that the kit writes. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ApiSettingsSchema, IndexerSettingsSchema } from '../../src/kit/apiSettings.ts'
import { HostsFileSchema, STANDARD_PORTS } from '../../src/kit/hostsFile.ts'
import { completeSecrets } from '../../src/kit/makeSecrets.ts'
import { makePlan } from '../../src/kit/plan.ts'
import { readHostsFile } from '../../src/kit/readHostsFile.ts'
import { renderKit } from '../../src/kit/renderKit.ts'
import { environments } from '../../src/kit/services/environments.ts'
import { APART, HA, SINGLE } from './hosts.ts'
import { PAPER_DEPLOYMENT } from './paperDeployment.ts'

type Row = { names: string[]; cells: string[] }

/** @returns the rows of all tables in a section of a page. @param heading the heading of the column with the names */
function rowsOf(page: string, section: string, heading: string): Row[] {
  const text = readFileSync(resolve(import.meta.dirname, '../../../docs', page), 'utf8')
  const part = text.split(/^## /m).find((one) => one.startsWith(section)) ?? ''
  const tables = part.split('\n\n').filter((one) => one.startsWith(`| ${heading} |`))
  return tables.flatMap((table) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((line) => line.split('|').slice(1, -1))
      .map(([first = '', ...cells]) => ({
        names: [...first.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
        cells: cells.map((cell) => cell.trim()),
      })),
  )
}

const hostsFileRows = rowsOf('production.md', 'What can be set', 'in the hosts file')

const documented = Object.keys(ApiSettingsSchema.properties)
const documentedOfIndexer = Object.keys(IndexerSettingsSchema.properties)
const variables = rowsOf('environment.md', 'Servers', 'variable').map(
  ({ names, cells: [, user, meaning] }) => ({ names, user, meaning }),
)

describe('docs/production.md names', () => {
  it('every possible entry of a hosts file', () => {
    expect(
      hostsFileRows
        .flatMap(({ names: [first, ...others] }) =>
          /omain$|Environment$/.test(others[0] ?? '') ? [first, ...others] : [first],
        )
        .sort(),
    ).toEqual(Object.keys(HostsFileSchema.properties).sort())
  })

  it.each([
    ['the APIs', documented],
    ['the indexer', documentedOfIndexer],
  ])('every settable variable of %s in docs/environment.md', (_whose, names) => {
    for (const name of names) expect(variables.find((one) => one.names.includes(name))?.meaning).toBeTruthy()
  })
})

describe('the kit opens', () => {
  it('exactly the ports on which its files listen for other machines, by its README.md', async () => {
    const secrets = await completeSecrets('ha', APART.ha, null)
    const plan = makePlan('ha', APART.ha, secrets, JSON.stringify(PAPER_DEPLOYMENT))
    // No file of the kit has the port of ssh.
    const open = new Set<number>([STANDARD_PORTS.ssh])
    const listed = new Set<number>()
    for (const host of plan.hosts) {
      const own = host.address.replaceAll('.', '\\.')
      const bound = new RegExp(
        `(?:bind|listen(?:-\\w+-urls)?"?:?|tls-server-address)[ ="]+(?:https://)?${own}(?:,[\\d.]+)?(?::(\\d+))?`,
        'g',
      )
      for (const [path, { content, host: of }] of renderKit(plan)) {
        if (of !== host.name) continue
        for (const [, port] of content.matchAll(bound)) if (port !== undefined) open.add(Number(port))
        if (path.endsWith('nginx.conf'))
          for (const [, port] of content.matchAll(/^ *listen (?:\[::\]:)?(\d+)/gm)) open.add(Number(port))
        if (/^tls-server-address/m.test(content))
          open.add(Number(/^tls-server-port=(\d+)/m.exec(content)![1]))
        if (path.endsWith('redis.conf')) open.add(Number(/^tls-port (\d+)/m.exec(content)![1]))
      }
    }
    const list = renderKit(plan).get('README.md')!.content
    for (const [, port] of list.matchAll(/^\| \w+ \| (\d+) \(/gm)) listed.add(Number(port))
    expect([...listed].sort()).toEqual([...open].sort())
  })

  it('these ports in the firewall of their hosts: the edges’ ports to everyone, the others between machines', async () => {
    const secrets = await completeSecrets('ha', APART.ha, null)
    const plan = makePlan('ha', APART.ha, secrets, JSON.stringify(PAPER_DEPLOYMENT))
    const files = renderKit(plan)
    const opened = new Map<number, string[]>()
    for (const { name } of plan.hosts) {
      const { content } = files.get(`${name}/root/etc/galx/firewall.nft`)!
      for (const [, from = 'everyone', ports] of content.matchAll(
        /^ *(?:ip saddr { (.*?) } )?tcp dport { (.*) } accept/gm,
      ))
        for (const port of ports!.split(', '))
          opened.set(Number(port), [...(opened.get(Number(port)) ?? []), `${name} from ${from}`])
    }
    expect([...opened.keys()].sort()).toEqual(
      [
        'ssh',
        'http',
        'https',
        'etcdClient',
        'etcdPeer',
        'postgres',
        'patroni',
        'pgbackrest',
        'redis',
        'internal',
        'coSigner',
      ]
        .map((name) => STANDARD_PORTS[name as 'ssh'])
        .sort(),
    )
    const [a, b, c] = ['10.0.0.1', '10.0.0.2', '10.0.0.3']
    const of = (name: keyof typeof STANDARD_PORTS) => opened.get(STANDARD_PORTS[name] as number)
    expect(of('https')).toEqual(['a from everyone', 'b from everyone'])
    expect(of('postgres')).toEqual([`a from ${b}, ${c}`, `b from ${a}, ${c}`])
    expect(of('redis')).toEqual([`c from ${a}, ${b}`])
    // Only the signer's machine calls the co-signer, and the co-signer calls no other machine.
    expect(of('coSigner')).toEqual([`d from ${c}`])
    expect(of('internal')).toHaveLength(4)
    expect([...opened.values()].flat().join()).not.toContain('10.0.0.4')
  })

  it('on one machine only the edge’s ports, and the port of ssh that the hosts file names', async () => {
    const file = { ...SINGLE, hosts: [{ ...SINGLE.hosts[0]!, ports: { ssh: 2_222 } }] }
    expect(readHostsFile(JSON.stringify(file), 'single')).toMatchObject({ ok: true })
    const plan = makePlan(
      'single',
      file,
      await completeSecrets('single', file, null),
      JSON.stringify(PAPER_DEPLOYMENT),
    )
    const { content } = renderKit(plan).get('one/root/etc/galx/firewall.nft')!
    expect([...content.matchAll(/tcp dport {(.*)}/g)].map(([, ports]) => ports!.trim())).toEqual([
      '2222',
      '80, 443',
    ])
    expect(content).not.toContain('saddr')
  })
})

it('every variable of the APIs is either written by the kit or settable', async () => {
  const plan = makePlan('ha', HA, await completeSecrets('ha', HA, null), JSON.stringify(PAPER_DEPLOYMENT))
  const files = environments(plan, plan.hosts[0]!).filter(({ target }) =>
    /\/(btc-)?api(-1)?\.env$/.test(target),
  )
  const written = files.flatMap(({ content }) => [...content.matchAll(/^(\w+)=/gm)].map(([, name]) => name!))
  const ofApis = variables
    .filter(({ user }) => user === 'all' || user === 'APIs')
    .flatMap(({ names }) => names)
  // Two kinds of variables are exempt: each process has its own port, and Node.js itself reads the variables NODE_*.
  expect(
    [...new Set([...written, ...documented])]
      .filter((name) => !/^(?:BTC_)?API_PORT$|^NODE_/.test(name))
      .sort(),
  ).toEqual(ofApis.sort())
})

it('every variable of the indexer alone is either written by the kit, or settable and then in the indexer’s file', async () => {
  const indexerEnvironment = {
    RPC_CALLS_PER_SECOND: '0.5',
    RPC_PEER_CALLS_PER_SECOND: '1',
    RPC_TRUST_UNKNOWN_HEADERS: 'true',
    RPC_TIMEOUT_MS: '20000',
    CHECKSUM_SECONDS: '60',
  } as const
  const given = { ...HA, indexerEnvironment }
  expect(readHostsFile(JSON.stringify(given), 'ha')).toMatchObject({ ok: true })
  const plan = makePlan(
    'ha',
    given,
    await completeSecrets('ha', given, null),
    JSON.stringify(PAPER_DEPLOYMENT),
  )
  const { content } = environments(plan, plan.hosts[0]!).find(({ target }) =>
    target.endsWith('/indexer.env'),
  )!
  const own = variables.filter(({ user }) => user === 'indexer').flatMap(({ names }) => names)
  expect(own.length).toBeGreaterThan(0)
  for (const name of own) expect(content).toMatch(new RegExp(`^${name}=`, 'm'))
  // With one node, a second engine that does not trust the node's headers would stop the signing of vouchers.
  const files = plan.hosts.flatMap((host) => environments(plan, host))
  for (const name of ['verdicts', 'cosigner']) {
    const [file] = files.filter(({ target }) => target.endsWith(`/${name}.env`))
    expect(file?.content, name).toMatch(/^RPC_TRUST_UNKNOWN_HEADERS=true$/m)
  }
})

it.each(['0', '0.0', '-1', 'often', ''])('%j calls a second are refused', (RPC_CALLS_PER_SECOND) => {
  expect(
    readHostsFile(JSON.stringify({ ...HA, indexerEnvironment: { RPC_CALLS_PER_SECOND } }), 'ha'),
  ).toEqual({
    ok: false,
    problems: [expect.stringMatching(/^indexerEnvironment\.RPC_CALLS_PER_SECOND must match/)],
  })
})

it('an unknown variable, a variable of the kit, and a value that an API would refuse are named', () => {
  const given = (apiEnvironment: Record<string, string>) =>
    readHostsFile(JSON.stringify({ ...HA, apiEnvironment }), 'ha')
  expect(given({ RATE_PER_IP: '1200', LOG_LEVEL: 'warn' })).toMatchObject({ ok: true })
  expect(
    given({ RATE_PR_IP: '1200', SESSION_SECRET: 'x', CALLS_UNDER_WAY: '0', DATABASE_CONNECTIONS: '1000' }),
  ).toEqual({
    ok: false,
    problems: expect.arrayContaining([
      'apiEnvironment.RATE_PR_IP is unknown',
      'apiEnvironment.SESSION_SECRET is unknown',
      expect.stringMatching(/^apiEnvironment\.CALLS_UNDER_WAY must match/),
      expect.stringMatching(/^apiEnvironment\.DATABASE_CONNECTIONS must match/),
    ]),
  })
})
