/** The operator's publication of the app: the same hash and address for the same files, and a signature that the deployment accepts. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deployment } from '@galx/protocol/deployment'
import { LIFEBOAT_PLACE, type LifeboatDeployment } from '@galx/protocol/lifeboat'
import { isOlder, parseRelease, releaseText } from '@galx/protocol/release'
import { concat, hashMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDeployedChain } from '@galx/stack/testing/deployedChain'
import { makeFallbackHandler, makeSafe, makeSingleton } from '../../operator/test/support/safes.ts'
import { runOperator } from '../src/runOperator.ts'
import { cidOfSite, hashOfSite, readSite } from '@galx/operator/release/siteHash'

const key = privateKeyToAccount(`0x${'17'.repeat(32)}`)
const stranger = privateKeyToAccount(`0x${'18'.repeat(32)}`)
let folder: string
let web: string
let deployment: string

function writeSite(place: string): void {
  mkdirSync(join(place, 'assets'), { recursive: true })
  writeFileSync(join(place, 'index.html'), '<!doctype html>')
  writeFileSync(join(place, 'assets/app-1.js'), 'export {}')
}

/** The hash of the first block of the epoch on the test's node. */
const HASH = `0x${'ab'.repeat(32)}`

/** Answers the requests for a checkpoint. */
async function startNode({ hash = HASH, finalized = 116_664_002 }: { hash?: string; finalized?: number }) {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: string[] }
      const number = params[0] === 'finalized' ? finalized : Number(params[0])
      const block = {
        hash,
        number: `0x${number.toString(16)}`,
        timestamp: `0x${(1_787_000_000).toString(16)}`,
      }
      const result = method === 'eth_chainId' ? '0x38' : block
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galx-release-'))
  web = join(folder, 'dist')
  writeSite(web)
  const deployed = await startDeployedChain()
  await deployed.chain.stop()
  deployment = join(folder, 'deployment.json')
  const releaseSigner = key.address.toLowerCase()
  writeFileSync(deployment, JSON.stringify({ ...deployed.deployment, releaseSigner }))
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

async function release(...more: string[]) {
  return asked('release', ...more)
}
async function asked(command: 'release' | 'export', ...more: string[]) {
  let out = ''
  let complaint = ''
  const parameters = ['--web', web, '--deployment', deployment, '--version', '1.4.0', '--least-safe', '1.2.0']
  const code = await runOperator(
    [command, ...parameters, ...more],
    {},
    {
      say: (line) => void (out += `${line}\n`),
      complain: (line) => void (complaint += `${line}\n`),
    },
  )
  return { code, out, complaint }
}

describe('a site', () => {
  it('has one hash and one address in any folder, without a host’s own files', () => {
    const other = join(folder, 'elsewhere/site')
    writeSite(other)
    writeFileSync(join(other, 'config.json'), '{}')
    writeFileSync(join(other, 'release.json'), '{}')
    writeFileSync(join(other, '.built-from'), 'abc')
    expect(hashOfSite(readSite(other))).toBe(hashOfSite(readSite(web)))
    expect(cidOfSite(readSite(other))).toBe(cidOfSite(readSite(web)))
    writeFileSync(join(other, 'assets/app-1.js'), 'export { }')
    expect(hashOfSite(readSite(other))).not.toBe(hashOfSite(readSite(web)))
    expect(cidOfSite(readSite(other))).not.toBe(cidOfSite(readSite(web)))
  })
})

describe('operator release', () => {
  it('prints the text to sign, and writes the signed folder', async () => {
    const printed = await release('--signed-at', '1800000000')
    expect(printed.code).toBe(0)
    const text = printed.out.slice(printed.out.indexOf('GALX release')).trimEnd()
    const signature = await key.signMessage({ message: text })
    const out = join(folder, 'published')
    const signed = ['--signed-at', '1800000000', '--signature', signature]
    expect(await release(...signed, '--dry-run')).toMatchObject({ code: 0, complaint: '' })
    expect(existsSync(out)).toBe(false)
    const written = await asked('export', ...signed, '--out', out)
    expect(written).toMatchObject({ code: 0, complaint: '' })
    const found = parseRelease(JSON.parse(readFileSync(join(out, 'release.json'), 'utf8')))!
    expect(releaseText(found)).toBe(text)
    expect(found).toMatchObject({ version: '1.4.0', leastSafe: '1.2.0', hash: hashOfSite(readSite(out)) })
    expect(found.cid).toBe(cidOfSite(readSite(out)))
    expect(readFileSync(join(out, 'assets/app-1.js'), 'utf8')).toBe('export {}')
    expect(await release('--signature', signature, '--out', out)).toMatchObject({ code: 2 })
  })

  it('takes the signatures of a Safe’s owners if the Safe accepts them', async () => {
    const chain = await startDeployedChain()
    try {
      const { rpcUrl } = chain.chain
      const owners = [key, stranger].sort((one, other) => (one.address < other.address ? -1 : 1))
      const safe = await makeSafe(
        rpcUrl,
        await makeSingleton(rpcUrl),
        owners.map((owner) => owner.address),
        2n,
        {
          fallbackHandler: await makeFallbackHandler(rpcUrl),
        },
      )
      const ofSafe = join(folder, 'deployment-of-safe.json')
      writeFileSync(ofSafe, JSON.stringify({ ...chain.deployment, releaseSigner: safe.toLowerCase() }))
      const ask = (...more: string[]) =>
        release('--deployment', ofSafe, '--signed-at', '1800000000', '--dry-run', ...more)
      const printed = await ask()
      const message = printed.out.slice(printed.out.indexOf('GALX release')).trimEnd()
      const typed = {
        domain: { chainId: chain.deployment.chainId, verifyingContract: safe },
        types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
        primaryType: 'SafeMessage',
        message: { message: hashMessage(message) },
      } as const
      const [one, other] = await Promise.all(owners.map((owner) => owner.signTypedData(typed)))
      const both = concat([one!, other!])
      const asked = ['--signer-rpc', `${rpcUrl},${rpcUrl.replace('127.0.0.1', 'localhost')}`]
      expect(await ask('--signature', both, '--signer-rpc', rpcUrl)).toMatchObject({ code: 2 })
      expect(await ask('--signature', both, ...asked)).toMatchObject({ code: 0, complaint: '' })
      const without = await ask('--signature', both)
      expect(without).toMatchObject({ code: 1 })
      expect(without.complaint).toContain('no single key has signed')
      for (const wrong of [one!, concat([other!, one!]), concat([one!, one!])]) {
        const refused = await ask('--signature', wrong, ...asked)
        expect(refused.code).toBe(1)
        expect(refused.complaint).toContain(`${safe.toLowerCase()} does not accept the signature`)
      }
    } finally {
      await chain.chain.stop()
    }
  }, 120_000)

  it('signs the checkpoint on which two nodes agree, and prints it as an option for the next call', async () => {
    const [one, other] = await Promise.all([startNode({}), startNode({ finalized: 116_664_900 })])
    const printed = await release('--rpc', `${one.url},${other.url}`, '--signed-at', '1800000000')
    const option = `116664000:${HASH}:1787000000`
    expect(printed.out).toContain(`--checkpoint ${option} --signature`)
    const text = printed.out.slice(printed.out.indexOf('GALX release')).trimEnd()
    expect(text).toContain(`Checkpoint: block 116664000 ${HASH}\nCheckpoint of: 2026-08-17`)
    const signature = await key.signMessage({ message: text })
    const out = join(folder, 'with-checkpoint')
    const signed = ['--signed-at', '1800000000', '--signature', signature, '--out', out]
    expect(await release('--checkpoint', option.replace('1787', '1788'), ...signed)).toMatchObject({
      code: 1,
    })
    expect(await release('--checkpoint', option, ...signed)).toMatchObject({ code: 0, complaint: '' })
    const found = parseRelease(JSON.parse(readFileSync(join(out, 'release.json'), 'utf8')))!
    expect(found.checkpoint).toEqual({ number: 116_664_000, hash: HASH, time: 1_787_000_000 })
    expect(parseRelease({ ...found, checkpoint: { ...found.checkpoint, time: -1 } })).toBeNull()
    one.stop()
    other.stop()
  })

  it('signs no checkpoint on which two nodes do not agree, and none from a single node', async () => {
    const [one, liar] = await Promise.all([startNode({}), startNode({ hash: `0x${'cd'.repeat(32)}` })])
    const ended = await release('--rpc', `${one.url},${liar.url}`)
    expect(ended.code).not.toBe(0)
    expect(ended.complaint).toContain(HASH)
    expect(ended.complaint).toContain('cdcd')
    expect(await release('--rpc', one.url)).toMatchObject({ code: 2 })
    one.stop()
    liar.stop()
  })

  it('writes the deployment into the lifeboat, signs its hash, and gives the same bytes each time', async () => {
    const build = join(folder, 'build.html')
    writeFileSync(build, `<!doctype html>${LIFEBOAT_PLACE}`)
    const given = ['--lifeboat', build, '--signed-at', '1800000000']
    const printed = await release(...given)
    const text = printed.out.slice(printed.out.indexOf('GALX release')).trimEnd()
    const signature = await key.signMessage({ message: text })
    const files = []
    for (const out of ['boat-1', 'boat-2'].map((name) => join(folder, name))) {
      expect(await asked('export', ...given, '--signature', signature, '--out', out)).toMatchObject({
        code: 0,
      })
      const found = parseRelease(JSON.parse(readFileSync(join(out, 'release.json'), 'utf8')))!
      const file = readFileSync(join(out, 'lifeboat.html'))
      expect(found.lifeboat).toBe(`0x${createHash('sha256').update(file).digest('hex')}`)
      expect(releaseText(found)).toBe(text)
      expect(found.hash).toBe(hashOfSite(readSite(out)))
      files.push(file.toString())
    }
    expect(files[0]).toBe(files[1])
    const { contracts, pools } = JSON.parse(readFileSync(deployment, 'utf8')) as Deployment
    const written = JSON.parse(
      /json" id="deployment">(.*)<\/script>/.exec(files[0]!)![1]!,
    ) as LifeboatDeployment
    expect(written.contracts.StakingPools).toBe(contracts.StakingPools.address)
    expect(written.pools.galx).toBe(pools.galx!.id)
  })

  it('refuses a file that is not a build of the lifeboat', async () => {
    const ended = await release('--lifeboat', join(web, 'index.html'))
    expect(ended.code).toBe(1)
    expect(ended.complaint).toContain('not a build of the lifeboat')
  })

  it('refuses the signature of somebody else, and writes nothing', async () => {
    const { out: said } = await release('--signed-at', '1800000000')
    const text = said.slice(said.indexOf('GALX release')).trimEnd()
    const signature = await stranger.signMessage({ message: text })
    const out = join(folder, 'foreign')
    const ended = await release('--signed-at', '1800000000', '--signature', signature, '--out', out)
    expect(ended.code).toBe(1)
    expect(ended.complaint).toContain(stranger.address.toLowerCase())
    expect(existsSync(out)).toBe(false)
  })

  it.each([
    [['--version', '1.4'], '--version must be three numbers'],
    [['--least-safe', '1.5.0'], '--least-safe is newer'],
    [['--checkpoint', `116664001:${HASH}:1787000000`], '--checkpoint must be NUMBER:HASH:SECONDS'],
    [['--checkpoint', `116664000:${HASH}:1787000000`, '--rpc', 'http://a.test'], 'exclude each other'],
    [['--signed-at', 'now'], '--signed-at must be unix seconds'],
  ])('names the problem with %j', async (more, words) => {
    const ended = await release(...more)
    expect(ended.code).toBe(2)
    expect(ended.complaint).toContain(words)
  })
})

it('compares versions by number', () => {
  expect(isOlder('1.9.9', '1.10.0')).toBe(true)
  expect(isOlder('2.0.0', '1.10.0')).toBe(false)
  expect(isOlder('1.10.0', '1.10.0')).toBe(false)
})
