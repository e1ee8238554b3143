/** `operator explorer` against servers that implement Sourcify's API 2 and Etherscan's API 2 as documented. */
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Deployment } from '@galx/protocol/deployment'
import { OWN_CONTRACT_NAMES } from '@galx/protocol/products'
import { etherscan, sourcify } from '@galx/operator/explorer/explorers'
import { ownContracts, sourcesOf } from '@galx/operator/explorer/sources'
import type { Chain } from '@galx/stack/chain/startChain'
import { startDeployedChain } from '@galx/stack/testing/deployedChain'
import { examineSources } from '../src/doctor/sources.ts'
import { freePort } from '@galx/stack/process/freePort'
import { runOperator } from '../src/runOperator.ts'

const KEY = 'ABCDEFGHIJ0123456789'
/** The contracts' bytes hold no hash of the metadata, so Sourcify never answers `exact_match`. */
const MATCH = 'match'
const NAMES = [...OWN_CONTRACT_NAMES, 'AAA', 'GALX', 'MCM']

let chain: Chain
let deployment: Deployment
let server: Server
let origin: string
let folder: string
/** The submissions to each explorer, by `explorer address`. */
let submitted: Map<string, Record<string, unknown>>
let verified: Set<string>
let refuses: string | undefined

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

async function sourcifyAnswer(request: IncomingMessage, path: string): Promise<[number, unknown]> {
  const [, what, chainOrTicket, address = ''] = /^\/v2\/(\w+)\/([^/]+)(?:\/(0x\w+))?$/.exec(path) ?? []
  const place = `sourcify ${address}`
  if (what === 'contract') {
    expect(chainOrTicket).toBe('56')
    const match = verified.has(place) ? MATCH : null
    return [match === null ? 404 : 200, { match, chainId: '56', address }]
  }
  if (request.method === 'POST') {
    if (verified.has(place)) return [409, { customCode: 'already_verified', message: 'Already verified' }]
    submitted.set(place, JSON.parse(await bodyOf(request)) as Record<string, unknown>)
    return [202, { verificationId: address }]
  }
  if (chainOrTicket === 'busy') return [200, { isJobCompleted: false, verificationId: 'busy' }]
  if (chainOrTicket === refuses)
    return [
      200,
      {
        isJobCompleted: true,
        contract: { match: null },
        error: { customCode: 'no_match', message: 'The onchain and recompiled bytecodes do not match.' },
      },
    ]
  verified.add(`sourcify ${chainOrTicket}`)
  return [200, { isJobCompleted: true, contract: { match: MATCH } }]
}

async function etherscanAnswer(request: IncomingMessage, url: URL): Promise<unknown> {
  const query = new URLSearchParams(request.method === 'POST' ? await bodyOf(request) : url.searchParams)
  expect(url.searchParams.get('chainid')).toBe('56')
  expect(query.get('apikey')).toBe(KEY)
  const answer = (isGood: boolean, result: string) => ({
    status: isGood ? '1' : '0',
    message: isGood ? 'OK' : 'NOTOK',
    result,
  })
  switch (query.get('action')) {
    case 'getabi':
      return verified.has(`etherscan ${query.get('address')}`)
        ? answer(true, '[]')
        : answer(false, 'Contract source code not verified')
    case 'verifysourcecode': {
      const address = query.get('contractaddress')!
      submitted.set(`etherscan ${address}`, Object.fromEntries(query))
      return answer(true, address)
    }
    default:
      if (query.get('guid') === 'busy') return answer(false, 'Pending in queue')
      verified.add(`etherscan ${query.get('guid')}`)
      return answer(true, 'Pass - Verified')
  }
}

beforeAll(async () => {
  ;({ chain, deployment } = await startDeployedChain())
  folder = mkdtempSync(join(tmpdir(), 'galx-explorer-'))
  writeFileSync(join(folder, 'deployment.json'), JSON.stringify(deployment))
  server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://explorer')
    const answered =
      url.pathname === '/v2/api'
        ? etherscanAnswer(request, url).then((body) => [200, body] as const)
        : sourcifyAnswer(request, url.pathname)
    void answered.then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}, 120_000)
beforeEach(() => {
  submitted = new Map()
  verified = new Set()
  refuses = undefined
})
afterAll(async () => {
  server.close()
  await chain.stop()
  rmSync(folder, { recursive: true })
})

async function explorer(environment: NodeJS.ProcessEnv, ...parameters: string[]) {
  let [out, complaint] = ['', '']
  const code = await runOperator(
    ['explorer', '--sourcify', origin, '--etherscan', `${origin}/v2/api`, ...parameters],
    { DEPLOYMENT_FILE: join(folder, 'deployment.json'), ...environment },
    { say: (line) => void (out += `${line}\n`), complain: (line) => void (complaint += `${line}\n`) },
  )
  return { code, out, complaint }
}

it('submits each of our sources to both explorers, and prints their pages', async () => {
  const { code, out, complaint } = await explorer({ ETHERSCAN_API_KEY: KEY }, '--confirm')
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
  expect(submitted.size).toBe(2 * NAMES.length)
  const { address, constructorArguments } = deployment.contracts.ZnVault
  expect(submitted.get(`sourcify ${address}`)).toMatchObject({
    stdJsonInput: { language: 'Solidity', settings: { viaIR: true } },
    compilerVersion: expect.stringMatching(/^0\.8\.\d+\+commit\.\w+$/) as string,
    contractIdentifier: 'contracts/src/ZnVault.sol:ZnVault',
  })
  const form = submitted.get(`etherscan ${address}`)!
  expect(form).toMatchObject({
    codeformat: 'solidity-standard-json-input',
    contractname: 'contracts/src/ZnVault.sol:ZnVault',
    constructorArguments: constructorArguments!.slice(2),
  })
  expect(form.compilerversion).toMatch(/^v0\.8\.\d+\+commit\.\w+$/)
  expect(JSON.parse(form.sourceCode as string)).toEqual(
    (submitted.get(`sourcify ${address}`) as { stdJsonInput: unknown }).stdJsonInput,
  )
  expect(out).toContain(`ZnVault: Sourcify shows its source (match): ${origin}/v2/contract/56/${address}`)
  expect(out).toContain(
    `ZnVault: bscscan.com shows its source (verified): https://bscscan.com/address/${address}#code`,
  )
  expect(out).not.toContain(KEY)
})

it('continues after an interruption, and submits no source that the explorer shows already', async () => {
  refuses = deployment.tokens.GALX.address
  const first = await explorer({}, '--confirm')
  expect(first.code).toBe(1)
  expect(first.complaint).toBe('GALX: Sourcify: The onchain and recompiled bytecodes do not match.\n')
  expect(first.out).toContain('bscscan.com is left out: ETHERSCAN_API_KEY is missing in the environment')
  submitted.clear()
  refuses = undefined
  expect(await explorer({}, '--confirm')).toMatchObject({ code: 0, complaint: '' })
  expect([...submitted.keys()]).toEqual([`sourcify ${deployment.tokens.GALX.address}`])
})

it('submits nothing without --confirm, and writes the fields of the explorer’s form', async () => {
  const files = join(folder, 'sources')
  const { code, out } = await explorer({}, '--out', files)
  expect(code).toBe(0)
  expect(submitted.size).toBe(0)
  expect(out).toContain(
    'Timelock: Sourcify does not show its source; would submit contracts/src/Timelock.sol:Timelock',
  )
  expect(out).toMatch(/nothing was submitted: add --confirm\n$/)
  for (const name of NAMES) expect(existsSync(join(files, `${name}.json`)), name).toBe(true)
  expect(readFileSync(join(files, 'AAA.txt'), 'utf8')).toMatch(
    /^address +0x\w+\ncontract +contracts\/src\/tokens\/AAA\.sol:AAA\ncompiler +v0\.8\.\d+\+commit\.\w+\nconstructor arguments +\w+\n$/,
  )
})

it('lets the doctor name the sources that an explorer does not show', async () => {
  for (const name of NAMES.filter((one) => one !== 'Levels')) {
    const { contracts, tokens } = deployment
    const { address } = { ...contracts, ...tokens }[name as keyof typeof contracts]!
    verified.add(`sourcify ${address}`)
  }
  const shown = (place: string | undefined, network = deployment.network, key = '') =>
    examineSources({ sourcify: place, etherscan: `${origin}/v2/api`, key }, { ...deployment, network })
  expect(await shown(origin)).toEqual([
    {
      area: 'sources',
      state: 'warning',
      text: 'Sourcify does not show the source of Levels',
      todo: 'npm run operator -- explorer --confirm',
    },
  ])
  verified.add(`sourcify ${deployment.contracts.Levels.address}`)
  expect(await shown(origin)).toMatchObject([{ area: 'sources', state: 'ok' }])
  expect(await shown(undefined, 'mainnet')).toMatchObject([{ state: 'warning', text: 'not checked' }])
  expect(await shown(undefined)).toEqual([])
  // BscScan knows the public chain only.
  expect(await shown(undefined, undefined, KEY)).toEqual([])
  expect(await shown(origin, 'mainnet', KEY)).toMatchObject([
    { state: 'ok', text: 'Sourcify shows the source of each of our contracts' },
    { state: 'warning', text: `bscscan.com does not show the source of ${NAMES.join(', ')}` },
  ])
  for (const { address } of ownContracts(deployment)) verified.add(`etherscan ${address}`)
  expect(await shown(origin, 'mainnet', KEY)).toMatchObject([{ state: 'ok' }, { state: 'ok' }])
  expect(await shown(origin, 'mainnet', 'no key')).toMatchObject([
    { state: 'ok' },
    { state: 'wrong', text: 'ETHERSCAN_API_KEY must be letters and digits' },
  ])
})

it('names Sourcify’s site for people, and takes a private chain with a Sourcify of its own', async () => {
  const sources = sourcesOf(deployment)
  const galx = sources.contracts.find(({ name }) => name === 'GALX')!
  const known = sourcify('https://sourcify.dev/server', sources)
  expect(known.pageOf(galx)).toBe(`https://repo.sourcify.dev/56/${galx.address}`)
  const path = join(folder, 'private.json')
  writeFileSync(path, JSON.stringify({ ...deployment, chainId: 31_337 }))
  expect(await explorer({}, '--deployment', path, '--sourcify', 'https://sourcify.dev/server')).toMatchObject(
    {
      code: 2,
      complaint: 'no explorer is known for chain 31337: name a Sourcify of your own with --sourcify URL\n',
    },
  )
})

it('waits while an explorer is still compiling', async () => {
  const sources = sourcesOf(deployment)
  const galx = sources.contracts.find(({ name }) => name === 'GALX')!
  expect(await sourcify(origin, sources).progressOf('busy', galx)).toEqual({ kind: 'pending' })
  const page = 'https://bscscan.com'
  expect(await etherscan(`${origin}/v2/api`, page, KEY, sources).progressOf('busy', galx)).toEqual({
    kind: 'pending',
  })
})

it('names an explorer that does not answer or gives an unknown answer, and never prints its key', async () => {
  const server = `http://127.0.0.1:${await freePort()}`
  const away = await explorer({ ETHERSCAN_API_KEY: KEY }, '--sourcify', server)
  expect(away.code).toBe(1)
  expect(away.complaint).toContain(
    `Timelock: Sourcify does not answer at ${server}: connect ECONNREFUSED ${server.slice(7)}\n`,
  )
  expect(away.complaint).not.toContain(KEY)
  expect((await explorer({}, '--sourcify', 'moon')).complaint).toBe(
    '--sourcify must be an http or https URL\n',
  )
  expect((await explorer({ ETHERSCAN_API_KEY: 'no key' })).complaint).toBe(
    'ETHERSCAN_API_KEY must be letters and digits\n',
  )
})
