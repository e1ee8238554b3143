/** `operator cosign` as a process beside a chain: the contract pays the signed vouchers, and each refusal has a reason. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { toEventSelector, type Address, type Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { signedVoucher, voucherTypedData, type Voucher } from '@galx/protocol/voucher'
import { computeEpochs, type NaiveEpoch } from '../../packages/protocol/test/rewards/naive.ts'
import { spawnOperator } from '@galx/stack/testing/operatorProgram'
import { writeDeployment } from '@galx/operator/deploy/deploymentFile'
import { EMBEDDED_COSIGNER_KEY } from '@galx/operator/networks/embedded'
import { runOperator } from '../src/runOperator.ts'
import type { LiveDeployment } from '../../operator/test/support/liveDeployment.ts'
import {
  publish,
  rawWorldOf,
  settle,
  sign,
  startAuditedLife,
  startLiar,
  THIEF,
} from '../../operator/test/audit/auditedLife.ts'

const SIGNATURE = /^0x[0-9a-f]{128}1[bc]$/
const ADDRESS = privateKeyToAddress(EMBEDDED_COSIGNER_KEY).toLowerCase() as Address

let live: LiveDeployment
let folder: string
let deploymentFile: string
let epochs: NaiveEpoch[]
let snapshot: Hex
let running: ChildProcess | null = null

beforeAll(async () => {
  live = await startAuditedLife()
  folder = mkdtempSync(join(tmpdir(), 'galx-cosign-'))
  deploymentFile = join(folder, 'deployment.json')
  writeDeployment(deploymentFile, live.deployment)
  epochs = computeEpochs(await rawWorldOf(live))
}, 180_000)
beforeEach(async () => {
  snapshot = await live.rpc('evm_snapshot')
})
afterEach(async () => {
  running?.kill('SIGKILL')
  running = null
  await live.rpc('evm_revert', snapshot)
})
afterAll(async () => {
  await live?.stop()
  rmSync(folder, { recursive: true })
})

/** Starts the command and waits until it answers. */
async function startCoSigner(rpcUrl = live.rpcUrl, ...parameters: string[]) {
  const child = spawnOperator(
    ['cosign', '--rpc', rpcUrl, '--deployment', deploymentFile, '--listen', '127.0.0.1:0', ...parameters],
    ['ignore', 'pipe', 'pipe'],
    { COSIGNER_PRIVATE_KEY: EMBEDDED_COSIGNER_KEY },
  )
  running = child
  const verdicts: string[] = []
  const complaints: string[] = []
  let printed = () => {}
  const collect = (lines: string[], input: ChildProcess['stdout']) =>
    createInterface({ input: input! }).on('line', (line) => {
      lines.push(line)
      printed()
    })
  collect(verdicts, child.stdout)
  collect(complaints, child.stderr)
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const until = async (enough: () => boolean): Promise<void> => {
    while (!enough()) {
      const line = new Promise<'line'>((resolve) => {
        printed = () => resolve('line')
      })
      if ((await Promise.race([line, ended])) !== 'line' && !enough())
        throw new Error(`it ended: ${complaints.join('; ')}`)
    }
  }
  const url = () => /^co-signs at (http\S+)$/.exec(complaints[0] ?? '')?.[1]
  await until(() => url() !== undefined)
  return { child, url: url()!, verdicts, complaints, ended, until }
}

/** @returns the signature, or the reason of the refusal */
async function ask(url: string, voucher: Voucher, edit = (text: string) => text): Promise<string> {
  const typed = voucherTypedData(live.deployment.chainId, live.contract('RewardVouchers'), voucher)
  const types = {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    ...typed.types,
  }
  const text = JSON.stringify({ ...typed, types }, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  const answer = await call(url, 'eth_signTypedData_v4', [ADDRESS, edit(text)]).catch(() => null)
  return answer === null ? 'it has gone' : (answer.result ?? answer.error!.message)
}

async function call(
  url: string,
  method: string,
  params: readonly unknown[],
): Promise<{ result?: string; error?: { code: number; message: string } }> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })
  const answer = await fetch(url, { method: 'POST', body })
  return (await answer.json()) as Awaited<ReturnType<typeof call>>
}

/** Asks until the answer is no longer "not computed yet". */
async function askComputed(url: string, voucher: Voucher): Promise<string> {
  return poll(
    () => ask(url, voucher),
    (answer) => !answer.startsWith('not computed yet'),
  )
}

async function poll<Found>(look: () => Promise<Found>, isThere: (found: Found) => boolean): Promise<Found> {
  for (;;) {
    const found = await look()
    if (isThere(found)) return found
  }
}

function publications(list = epochs) {
  return list.map(({ epoch, headerHash, blockNumber }) => ({
    epoch: BigInt(epoch),
    hash: headerHash,
    blockNumber: BigInt(blockNumber),
  }))
}

/** @returns a voucher for a grant of the last epoch */
function lastVoucher(): Voucher {
  const { epoch, rows } = epochs.at(-1)!
  const [account, program, , , cumulative] = rows.find(([, , , bonus]) => bonus !== '0')!
  return {
    program: BigInt(live.deployment.programs[program as 'galx']!.id),
    account: account as Address,
    cumulative: BigInt(cumulative),
    deadline: (BigInt(epoch) + 1n) * BigInt(live.deployment.epochDuration) + 31_536_000n,
    signersNonce: 1n,
  }
}

it('signs a computed voucher once EpochLog has its epoch, and the contract pays it with the signer’s signature', async () => {
  await publish(live, publications().slice(0, -1))
  await settle(live)
  const { url, verdicts, child, ended } = await startCoSigner()
  const voucher = lastVoucher()
  const refused = await askComputed(url, voucher)
  const { epoch } = epochs.at(-1)!
  expect(refused).toContain(`EpochLog has no final hash of epoch ${epoch}: `)
  expect(verdicts.map((line) => JSON.parse(line) as object)).toEqual(
    epochs.map((one) => ({ epoch: Number(one.epoch), hash: one.headerHash })),
  )
  // No epoch ends meanwhile.
  await publish(live, publications().slice(-1))
  await settle(live)
  const signature = await poll(
    () => ask(url, voucher),
    (answer) => SIGNATURE.test(answer),
  )
  expect(await ask(url, voucher)).toBe(signature)

  const contract = live.contract('RewardVouchers')
  const signed = signedVoucher(voucher, await sign(live, voucher), signature as Hex)
  await live.call(THIEF.address, contract, rewardVouchersAbi, 'claim', [signed])
  expect(
    await live.reader.readContract({
      address: contract,
      abi: rewardVouchersAbi,
      functionName: 'drawn',
      args: [voucher.program, voucher.account],
    }),
  ).toBe(voucher.cumulative)

  const refusalOf = (changed: Partial<Voucher>) => ask(url, { ...voucher, ...changed })
  expect(await refusalOf({ cumulative: voucher.cumulative + 1n })).toContain('wei in all, not')
  expect(await refusalOf({ account: THIEF.address })).toContain('was granted 0 wei in all')
  expect(await refusalOf({ program: voucher.program + 1n })).toContain('no ruleset has the program')
  expect(await refusalOf({ deadline: voucher.deadline + 1n })).toContain('is good until')
  expect(await refusalOf({ signersNonce: 2n })).toContain('nonce of the contract')
  const otherChain = (text: string) => text.replace('"chainId":56', '"chainId":97')
  expect(await ask(url, voucher, otherChain)).toContain('chain is not 56')

  // A signer is named in the middle of an epoch. The first voucher with the new nonce makes the co-signer read further blocks.
  const { voucherCoSigner } = live.deployment.roles
  await live.call(live.contract('Timelock'), contract, rewardVouchersAbi, 'setCoSigner', [voucherCoSigner])
  await settle(live)
  await poll(
    () => refusalOf({ signersNonce: 2n }),
    (answer) => SIGNATURE.test(answer),
  )
  expect(await ask(url, voucher)).toContain('nonce of the contract')
  expect(await (await fetch(`${url}/health/ready`)).json()).toEqual({
    settled: Number(epoch),
    waits: null,
    signersNonce: 2,
  })

  child.kill('SIGTERM')
  expect(await ended).toBe(0)
}, 120_000)

it('signs nothing for an epoch that differs in EpochLog', async () => {
  const hash: Hex = `0x${'ab'.repeat(32)}`
  const [last] = publications().slice(-1)
  await publish(live, [...publications().slice(0, -1), { ...last!, hash }])
  await settle(live)
  const { url, complaints, until } = await startCoSigner()
  expect(await askComputed(url, lastVoucher())).toContain(
    `EpochLog has ${hash} for epoch ${last!.epoch}, computed ${last!.hash}`,
  )
  await until(() => complaints.some((line) => line.includes('hash in EpochLog')))
}, 120_000)

it('ends without a signature if the contracts differ from the logs', async () => {
  await publish(live, publications())
  await settle(live)
  const funded = toEventSelector('Funded(uint256,address,uint256)')
  const liar = await startLiar(live.rpcUrl, ({ method }, result) =>
    method === 'eth_getLogs'
      ? (result as { topics: Hex[] }[]).filter(({ topics }) => topics[0] !== funded)
      : result,
  )
  const { ended, complaints, verdicts, url } = await startCoSigner(liar.url)
  const answer = askComputed(url, lastVoucher())
  expect(await ended).toBe(1)
  expect(await answer).toBe('it has gone')
  await liar.stop()
  expect(complaints.at(-1)).toMatch(/logs are missing or wrong|no log of them/)
  expect(verdicts.filter((line) => line.startsWith('{"epoch"'))).toEqual([])
}, 120_000)

it('answers while it waits for its node, and continues with its state', async () => {
  await publish(live, publications())
  await settle(live)
  const state = join(folder, 'state')
  const first = await startCoSigner(live.rpcUrl, '--state', state)
  expect(await askComputed(first.url, lastVoucher())).toMatch(SIGNATURE)
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(existsSync(state)).toBe(true)

  let away = true
  const node = await startLiar(live.rpcUrl, ({ method }, result) => {
    if (away && method === 'eth_getLogs') throw new Error('away')
    return result
  })
  const second = await startCoSigner(node.url, '--state', state)
  await second.until(() => second.complaints.some((line) => line.startsWith('waiting for the node: ')))
  expect(await ask(second.url, lastVoucher())).toMatch(/^not computed yet/)
  away = false
  expect(await askComputed(second.url, lastVoucher())).toMatch(SIGNATURE)
  await second.until(() => second.verdicts.length >= epochs.length)
  await node.stop()
}, 120_000)

it('refuses other methods, other accounts, large requests and invalid requests', async () => {
  const { url } = await startCoSigner()
  const post = async (body: string) => {
    const answer = await fetch(url, { method: 'POST', body })
    return [answer.status, await answer.text()] as const
  }
  const refusalOf = async (method: string, params: unknown[] = []) =>
    (await call(url, method, params)).error?.message
  expect(await call(url, 'eth_accounts', [])).toEqual({ jsonrpc: '2.0', id: 7, result: [ADDRESS] })
  expect(await refusalOf('eth_sign')).toBe('there is no method eth_sign')
  expect(await refusalOf('toString')).toBe('there is no method toString')
  expect(await refusalOf('eth_signTypedData_v4', [THIEF.address, '{}'])).toBe(
    `the only account is ${ADDRESS}`,
  )
  expect(await refusalOf('eth_signTypedData_v4', [ADDRESS, '{}'])).toContain('exactly the fields')
  expect((await post('{'))[1]).toContain('the request is not JSON')
  expect((await post('[]'))[1]).toContain('not a single JSON-RPC call')
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
  expect((await post(`{"id":${deep},"method":"eth_accounts"}`))[1]).toContain('the id of the request')
  expect((await post(`{"id":1,"method":"eth_signTypedData_v4","params":["${ADDRESS}",${deep}]}`))[0]).toBe(
    200,
  )
  expect(await post(' '.repeat(65 * 1024))).toEqual([413, ''])
  expect((await fetch(url, { method: 'PUT' })).status).toBe(405)
  expect(await (await fetch(`${url}/health/ready`)).json()).toHaveProperty('settled')
  expect((await call(url, 'eth_accounts', [])).result).toEqual([ADDRESS])
}, 60_000)

it('does not start without a key, with a published key on another chain, or with an invalid address to listen on', async () => {
  const run = async (key: string | undefined, ...parameters: string[]) => {
    const complaints: string[] = []
    const code = await runOperator(
      ['cosign', '--rpc', live.rpcUrl, '--deployment', deploymentFile, ...parameters],
      { COSIGNER_PRIVATE_KEY: key },
      { say: () => {}, complain: (line) => void complaints.push(line) },
    )
    return [code, complaints.join()]
  }
  expect(await run(undefined)).toEqual([2, 'COSIGNER_PRIVATE_KEY is missing'])
  expect(await run('0x12')).toEqual([2, 'COSIGNER_PRIVATE_KEY must be a private key: 0x and 64 hex digits'])
  expect(await run(EMBEDDED_COSIGNER_KEY, '--listen', '8160')).toEqual([
    2,
    '--listen must be HOST:PORT, not "8160"',
  ])
})
