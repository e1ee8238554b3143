/** The messages for wrong calls: the wrong value, and a right value. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Hex } from 'viem'
import type { Deployment } from '@galx/protocol/deployment'
import { rpc } from '@galx/stack/chain/rpc'
import type { Chain } from '@galx/stack/chain/startChain'
import { startDeployedChain } from '@galx/stack/testing/deployedChain'
import { CHOICES } from '../../operator/test/support/publicChain.ts'
import { runOperator } from '../src/runOperator.ts'

let chain: Chain
let deployment: Deployment
let folder: string
let file: string

beforeAll(async () => {
  ;({ chain, deployment } = await startDeployedChain())
  folder = mkdtempSync(join(tmpdir(), 'galx-messages-'))
  file = write('deployment.json', deployment)
}, 120_000)
afterAll(async () => {
  await chain?.stop()
  rmSync(folder, { recursive: true })
})

function write(name: string, value: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(value))
  return path
}

async function operator(parameters: string[], extra: Record<string, string> = {}) {
  const environment = { RPC_URL: chain.rpcUrl, DEPLOYMENT_FILE: file, ...extra }
  let complaint = ''
  const code = await runOperator(parameters, environment, {
    say: () => {},
    complain: (line) => void (complaint += `${line}\n`),
  })
  return { code, complaint }
}

it('lists the existing pools if a pool’s name is unknown', async () => {
  const { pools, programs } = deployment
  expect(await operator(['safe', '--call', 'StakingPools.pauseStaking(nope)'])).toEqual({
    code: 2,
    complaint: `--call: StakingPools.pauseStaking: pool must be a number, or one of ${Object.keys(pools).join(', ')}, not "nope"\n`,
  })
  expect(await operator(['safe', '--call', 'StakingPools.pauseStaking(toString)'])).toMatchObject({ code: 2 })
  expect(Object.keys(programs).length).toBeGreaterThan(0)
})

it.each(['--delay', '--salt'])('refuses %s if nothing is announced', async (option) => {
  const value = option === '--delay' ? '5' : `0x${'1'.repeat(64)}`
  expect(await operator(['safe', '--call', 'RewardVouchers.pause()', option, value])).toEqual({
    code: 2,
    complaint: `${option} is only for calls that the timelock carries out, and RewardVouchers.pause is sent at once by the guardian: --as timelock announces it\n`,
  })
})

it.each(['audit', 'publish'])('names the missing file of %s --from', async (command) => {
  const missing = join(folder, 'none.state')
  expect(await operator([command, '--from', missing])).toEqual({
    code: 2,
    complaint: `--from: ${missing} does not exist\n`,
  })
  expect(await operator([command, '--from', folder])).toEqual({
    code: 2,
    complaint: `--from: ${folder} is not a file\n`,
  })
})

it('verify reports another chain on stderr', async () => {
  const other = write('other.json', { ...deployment, chainId: 97 })
  expect(await operator(['verify', '--deployment', other])).toEqual({
    code: 1,
    complaint: `${chain.rpcUrl} is chain 56, ${other} is for chain 97\n`,
  })
  const genesis = write('genesis.json', { ...deployment, genesisHash: `0x${'9'.repeat(64)}` })
  const { code, complaint } = await operator(['verify', '--deployment', genesis])
  expect(code).toBe(1)
  expect(complaint).toMatch(/genesis\.json is stale or of another chain: the first block of /)
})

it('exits with 2 for a missing variable, as for a missing option', async () => {
  expect(await operator(['deploy', '--network', 'testnet', '--confirm'], CHOICES)).toEqual({
    code: 2,
    complaint: 'DEPLOYER_PRIVATE_KEY (or DEPLOYER_URL) is missing in the environment\n',
  })
  expect((await operator(['deploy', '--network', 'testnet', '--dry-run'])).code).toBe(2)
  expect(await operator(['fund', '--pool', 'galx', '--amount', '1', '--confirm'])).toEqual({
    code: 2,
    complaint: 'FUNDER_PRIVATE_KEY (or FUNDER_URL) is missing in the environment\n',
  })
  const announcements = await operator(['announce', '--list'])
  expect(announcements.code).toBe(2)
  expect(announcements.complaint).toMatch(/^DATABASE_URL /)
})

it('publish says that the deployment is not final yet', async () => {
  const { address } = deployment.contracts.EpochLog
  const code = await rpc<Hex>(chain.rpcUrl, 'eth_getCode', address, 'latest')
  await rpc(chain.rpcUrl, 'anvil_setCode', address, '0x')
  await rpc(chain.rpcUrl, 'anvil_mine', 3)
  await rpc(chain.rpcUrl, 'anvil_setCode', address, code)
  await rpc(chain.rpcUrl, 'anvil_mine', 1)
  const published = await operator(['publish'])
  expect(published.code).toBe(1)
  expect(published.complaint).toMatch(
    /^the deployment is not final yet: 0x[0-9a-fA-F]{40} has no code at the final block \d+; try again in a minute\n$/,
  )
})
