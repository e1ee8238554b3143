/** `operator watch`: reports the actions of the powers on a real chain, in words and to a webhook. */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFunctionData, zeroHash, type Address } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoFaucetAbi } from '@galx/protocol/abi/DemoFaucet'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { Deployment } from '@galx/protocol/deployment'
import { rpc } from '@galx/stack/chain/rpc'
import type { Chain } from '@galx/stack/chain/startChain'
import { startDeployedChain } from '@galx/stack/testing/deployedChain'
import { freePort } from '@galx/stack/process/freePort'
import { runOperator } from '../src/runOperator.ts'
import { send } from '../../operator/test/support/safes.ts'

let chain: Chain
let deployment: Deployment
let folder: string
let server: Server
let status = 200
let taken: { text: string; block: string; transaction: string }[] = []
let from: number

beforeAll(async () => {
  ;({ chain, deployment } = await startDeployedChain())
  folder = mkdtempSync(join(tmpdir(), 'galx-watch-'))
  writeFileSync(join(folder, 'deployment.json'), JSON.stringify(deployment))
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (status === 200) taken.push(JSON.parse(body) as (typeof taken)[0])
      response.writeHead(status).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const { rpcUrl } = chain
  await rpc(rpcUrl, 'anvil_autoImpersonateAccount', true)
  from = Number(await rpc<string>(rpcUrl, 'eth_blockNumber')) + 1
  const at = (name: 'StakingPools' | 'Timelock' | 'ZnVault' | 'DemoFaucet') =>
    deployment.contracts[name]!.address as Address
  const { guardian, timelock } = deployment.roles
  const pool = BigInt(deployment.pools.galx!.id)
  const pause = encodeFunctionData({ abi: stakingPoolsAbi, functionName: 'pauseStaking', args: [pool] })
  await send(rpcUrl, { from: guardian as Address, to: at('StakingPools'), data: pause })
  // A holder's own transaction is not reported.
  const drip = encodeFunctionData({
    abi: demoFaucetAbi,
    functionName: 'drip',
    args: [`0x${'77'.repeat(20)}`],
  })
  await send(rpcUrl, { to: at('DemoFaucet'), data: drip })
  const data = encodeFunctionData({
    abi: znVaultAbi,
    functionName: 'setGuardian',
    args: [`0x${'55'.repeat(20)}`],
  })
  const args = [at('ZnVault'), 0n, data, zeroHash, zeroHash, 172_800n] as const
  await send(rpcUrl, {
    from: timelock.proposers[0] as Address,
    to: at('Timelock'),
    data: encodeFunctionData({ abi: timelockAbi, functionName: 'schedule', args }),
  })
  for (let block = 0; block < 4; block++) await rpc(rpcUrl, 'evm_mine')
}, 120_000)
afterAll(async () => {
  server.close()
  await chain.stop()
  rmSync(folder, { recursive: true })
})

async function watch(...parameters: string[]) {
  let [out, complaint] = ['', '']
  const code = await runOperator(
    ['watch', '--once', ...parameters],
    { RPC_URL: chain.rpcUrl, DEPLOYMENT_FILE: join(folder, 'deployment.json') },
    { say: (line) => void (out += `${line}\n`), complain: (line) => void (complaint += `${line}\n`) },
  )
  return { code, out, complaint }
}
function webhook(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/key`
}

it('reports each use of a power in words, and no holder’s transaction', async () => {
  const { code, out, complaint } = await watch('--from', String(from), '--webhook', webhook())
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
  const lines = out.trim().split('\n')
  expect(lines).toEqual([
    expect.stringMatching(/^block \d+.*: new stakes of pool galx are paused until \d{4}-/),
    expect.stringMatching(
      /^block \d+.*: the timelock announces that it will make 0x5{40} the guardian of ZnVault, 2 days from now at the earliest \(operation 0x\w{64}\)$/,
    ),
  ])
  expect(taken.map(({ text }) => text)).toEqual(
    lines.map((line) => line.replace(/^block \d+( of [^:]+:\d\d UTC)?: /, '')),
  )
  expect(taken[0]!.transaction).toMatch(/^0x\w{64}$/)
}, 60_000)

it('reports the whole deployment from its first block on', async () => {
  const { code, out } = await watch('--from', String(deployment.deployBlock))
  expect(code).toBe(0)
  expect(out).toMatch(/: the owner of StakingPools is 0x\w+ \(Timelock\)$/m)
  expect(out).toMatch(/: pool galx gets [\d ]+ GALX from 0x/m)
  expect(out).toMatch(/: vouchers are signed by 0x\w+ \(the voucher signer\) and co-signed by 0x/m)
}, 60_000)

it('continues after a restart where it stopped, and sends again what the webhook did not take', async () => {
  const state = join(folder, 'watch.json')
  const { rpcUrl } = chain
  const pause = async (key: 'mcm' | 'aaa') => {
    const args = [BigInt(deployment.pools[key]!.id)] as const
    const data = encodeFunctionData({ abi: stakingPoolsAbi, functionName: 'pauseStaking', args })
    const to = deployment.contracts.StakingPools.address as Address
    await send(rpcUrl, { from: deployment.roles.guardian as Address, to, data })
    for (let block = 0; block < 4; block++) await rpc(rpcUrl, 'evm_mine')
  }
  expect(await watch('--state', state)).toEqual({ code: 0, out: '', complaint: '' })
  // Nobody watches meanwhile.
  await pause('mcm')
  status = 500
  taken = []
  const refused = await watch('--state', state, '--webhook', webhook())
  expect(refused.code).toBe(1)
  expect(refused.out).toMatch(/^block \d+.*: new stakes of pool mcm are paused until .*\n$/)
  status = 200
  await pause('aaa')
  const again = await watch('--state', state, '--webhook', webhook(), '--from', '0')
  expect(again).toMatchObject({ code: 0, complaint: '' })
  expect(again.out).toMatch(/^block \d+.*: new stakes of pool aaa are paused until .*\n$/)
  expect(taken.map(({ text }) => /pool \w+/.exec(text)![0])).toEqual(['pool mcm', 'pool aaa'])
  expect(await watch('--state', state, '--webhook', webhook())).toEqual({ code: 0, out: '', complaint: '' })

  writeFileSync(state, readFileSync(state, 'utf8').replace(deployment.genesisHash, `0x${'9'.repeat(64)}`))
  expect((await watch('--state', state)).complaint).toBe(`--state: ${state} is of another deployment\n`)
  writeFileSync(state, '{}')
  expect(await watch('--state', state)).toMatchObject({
    code: 1,
    complaint: `--state: ${state} is not a state of watch: move it away\n`,
  })
  expect((await watch('--state', join(folder, 'none/state'))).complaint).toMatch(/cannot be written: ENOENT/)
}, 60_000)

it('reports nothing if nothing has changed, and names a webhook that refuses', async () => {
  expect(await watch()).toEqual({ code: 0, out: '', complaint: '' })
  status = 500
  taken = []
  const refused = await watch('--from', String(from), '--webhook', webhook())
  expect(refused.code).toBe(1)
  expect(refused.complaint).toBe(`the webhook at ${new URL(webhook()).origin} answers 500\n`)
  const away = `http://127.0.0.1:${await freePort()}`
  expect((await watch('--from', String(from), '--webhook', away)).complaint).toBe(
    `the webhook at ${away} does not answer: connect ECONNREFUSED ${away.slice(7)}\n`,
  )
  expect((await watch('--webhook', 'moon')).complaint).toBe('--webhook must be an http or https URL\n')
}, 60_000)
