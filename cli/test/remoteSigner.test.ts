/** `deploy` and `fund` with a key that a remote signer holds. The signer here really signs, or lies in one way. */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFunctionData, erc20Abi, parseEther, type Address, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseDeployment, type Deployment } from '@galx/protocol/deployment'
import { freePort } from '@galx/stack/process/freePort'
import { rpc } from '@galx/stack/chain/rpc'
import { startChain, type Chain } from '@galx/stack/chain/startChain'
import { runOperator } from '../src/runOperator.ts'
import { CHOICES } from '../../operator/test/support/publicChain.ts'
import { send } from '../../operator/test/support/safes.ts'

const own = privateKeyToAccount(generatePrivateKey())
const other = privateKeyToAccount(generatePrivateKey())
const SECRET = 'signerKey5e81ba27'

type Asked = Record<'to' | 'data' | 'value' | 'chainId' | 'nonce' | 'gas' | 'gasPrice', Hex>
type Behaviour = 'signs' | 'signs into an object' | 'refuses' | 'other key' | 'other call' | 'nothing'

let folder: string
let chain: Chain
let server: Server
let behaviour: Behaviour = 'signs'
let accounts: string[]
let signed: number

async function answerOf(method: string, [asked]: Asked[]): Promise<object> {
  if (method === 'eth_accounts') return { result: accounts }
  if (behaviour === 'refuses') return { error: { code: -32_000, message: 'Request denied' } }
  if (behaviour === 'nothing') return { result: '0x' }
  const transaction = {
    type: 'legacy',
    to: asked!.to as Address,
    data: asked!.data,
    value: BigInt(asked!.value) + (behaviour === 'other call' ? 1n : 0n),
    chainId: Number(asked!.chainId),
    nonce: Number(asked!.nonce),
    gas: BigInt(asked!.gas),
    gasPrice: BigInt(asked!.gasPrice),
  } as const
  signed++
  const raw = await (behaviour === 'other key' ? other : own).signTransaction(transaction)
  return { result: behaviour === 'signs into an object' ? { raw, tx: {} } : raw }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galx-remote-'))
  chain = await startChain({ blockTime: 'manual', chainId: 31_337 })
  await rpc(chain.rpcUrl, 'evm_setAutomine', true)
  await rpc(chain.rpcUrl, 'anvil_autoImpersonateAccount', true)
  await rpc(chain.rpcUrl, 'anvil_setBalance', own.address, '0x56bc75e2d63100000')
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: Asked[] }
      void answerOf(method, params).then((answer) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  reset()
}, 60_000)
afterAll(async () => {
  server.close()
  await chain.stop()
  rmSync(folder, { recursive: true })
})

function reset(): void {
  behaviour = 'signs'
  accounts = [own.address]
  signed = 0
}
function signerUrl(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/${SECRET}`
}
function file(): string {
  return join(folder, 'deployment.json')
}

async function operator(parameters: string[], changes: NodeJS.ProcessEnv) {
  let [out, complaint] = ['', '']
  const code = await runOperator(
    parameters,
    { ...CHOICES, RPC_URL: chain.rpcUrl, DEPLOYMENT_FILE: file(), ...changes },
    { say: (line) => void (out += `${line}\n`), complain: (line) => void (complaint += `${line}\n`) },
  )
  expect(out + complaint).not.toContain(SECRET)
  return { code, out, complaint }
}

const DEPLOY = ['deploy', '--network', 'rehearsal']

describe('deploy', () => {
  const confirmed = () => [...DEPLOY, '--confirm', '--out', file()]

  it.each([
    ['refuses', 'refuses: Request denied'],
    ['nothing', 'gave no signed transaction'],
    ['other key', `signed with the key of ${other.address}, not of ${own.address}`],
    ['other call', 'signed another transaction than it was asked to: it was not sent'],
  ] as const)(
    'sends nothing if the signer does this: %s',
    async (how, fault) => {
      reset()
      behaviour = how
      const before = await rpc<Hex>(chain.rpcUrl, 'eth_blockNumber')
      const { code, complaint } = await operator(confirmed(), { DEPLOYER_URL: signerUrl() })
      expect(code).toBe(1)
      expect(complaint).toContain(`the remote signer at ${new URL(signerUrl()).origin} ${fault}`)
      expect(await rpc(chain.rpcUrl, 'eth_blockNumber')).toBe(before)
    },
    60_000,
  )

  it('names a signer that is away, has several accounts, or is given beside a key', async () => {
    reset()
    const away = `http://127.0.0.1:${await freePort()}`
    expect((await operator(confirmed(), { DEPLOYER_URL: away })).complaint).toBe(
      `the remote signer at ${away} does not answer: connect ECONNREFUSED ${away.slice(7)}\n`,
    )
    accounts = [other.address, own.address]
    expect((await operator(confirmed(), { DEPLOYER_URL: signerUrl() })).complaint).toMatch(
      / has 2 accounts: name the one that signs\n$/,
    )
    const both = { DEPLOYER_URL: signerUrl(), DEPLOYER_PRIVATE_KEY: generatePrivateKey() }
    expect((await operator(confirmed(), both)).complaint).toBe(
      'DEPLOYER_PRIVATE_KEY and DEPLOYER_URL are both set: set only one of them\n',
    )
    expect((await operator(confirmed(), { DEPLOYER_URL: 'clef' })).complaint).toBe(
      'DEPLOYER_URL must be an http or https URL\n',
    )
  }, 60_000)

  it('shows the plan and deploys with the signer’s account', async () => {
    reset()
    const dry = await operator(DEPLOY, { DEPLOYER_URL: signerUrl() })
    expect(dry.out).toMatch(/the deployer has 100 BNB: enough/)
    expect(signed).toBe(0)
    accounts = [other.address, own.address]
    const named = { DEPLOYER_URL: signerUrl(), DEPLOYER_ADDRESS: own.address }
    const { code, complaint } = await operator(confirmed(), named)
    expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
    expect(signed).toBeGreaterThan(50)
  }, 120_000)
})

it('fund pays from the signer’s account, whatever form the signed transaction has', async () => {
  reset()
  behaviour = 'signs into an object'
  const deployment: Deployment = parseDeployment(readFileSync(file(), 'utf8'))
  const treasury = CHOICES.TREASURY_ADDRESS as Address
  await rpc(chain.rpcUrl, 'anvil_setBalance', treasury, '0xde0b6b3a7640000')
  const args = [own.address, parseEther('10')] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  await send(chain.rpcUrl, { from: treasury, to: deployment.tokens.GALX.address as Address, data })
  const fund = ['fund', '--program', 'galx', '--amount', '10']
  const shown = await operator(fund, { FUNDER_URL: signerUrl() })
  expect(shown.out).toContain(`program galx: 10 GALX from ${own.address}`)
  expect(signed).toBe(0)
  const { code, out, complaint } = await operator([...fund, '--confirm'], { FUNDER_URL: signerUrl() })
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
  expect(out).toMatch(/program galx now pays at most/)
  expect(signed).toBe(2)
}, 60_000)
