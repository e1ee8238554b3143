/** What `operator safe` prepares, signed by real owners, carried out by a real Safe, and after the delay by the timelock. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  concatHex,
  createPublicClient,
  encodeFunctionData,
  getAddress,
  http,
  keccak256,
  toHex,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { Deployment } from '@galx/protocol/deployment'
import { rpc } from '@galx/stack/chain/rpc'
import type { Chain } from '@galx/stack/chain/startChain'
import { startDeployedChain } from '@galx/stack/testing/deployedChain'
import { runOperator } from '../src/runOperator.ts'
import { checksumOf, type BuilderFile } from '@galx/operator/safe/builderFile'
import { makeSafe, makeSingleton, safeAbi, send } from '../../operator/test/support/safes.ts'

const SUCCESSOR: Address = `0x${'7'.repeat(40)}`
const owners = [generatePrivateKey(), generatePrivateKey()]
  .map((key) => privateKeyToAccount(key))
  .sort((one, other) => (one.address.toLowerCase() < other.address.toLowerCase() ? -1 : 1))

let chain: Chain
let deployment: Deployment
let safe: Address
let folder: string

beforeAll(async () => {
  ;({ chain, deployment } = await startDeployedChain())
  folder = mkdtempSync(join(tmpdir(), 'galx-safe-'))
  await rpc(chain.rpcUrl, 'anvil_autoImpersonateAccount', true)
  const singleton = await makeSingleton(chain.rpcUrl)
  const addresses = owners.map(({ address }) => address)
  safe = await makeSafe(chain.rpcUrl, singleton, addresses, 2n)
  const timelock = deployment.contracts.Timelock.address as Address
  await rpc(chain.rpcUrl, 'anvil_setBalance', timelock, '0xde0b6b3a7640000')
  for (const role of ['PROPOSER_ROLE', 'CANCELLER_ROLE'])
    await send(chain.rpcUrl, {
      from: timelock,
      to: timelock,
      data: encodeFunctionData({
        abi: timelockAbi,
        functionName: 'grantRole',
        args: [keccak256(toHex(role)), safe],
      }),
    })
  for (const name of ['RewardVouchers', 'ZnVault'] as const)
    await send(chain.rpcUrl, {
      from: timelock,
      to: deployment.contracts[name].address as Address,
      data: encodeFunctionData({ abi: znVaultAbi, functionName: 'setGuardian', args: [safe] }),
    })
}, 120_000)
afterAll(async () => {
  await chain?.stop()
  rmSync(folder, { recursive: true })
})

function reader() {
  return createPublicClient({ transport: http(chain.rpcUrl), cacheTime: 0 })
}

async function operator(...parameters: string[]) {
  let out = ''
  let complaint = ''
  const file = join(folder, 'deployment.json')
  writeFileSync(file, JSON.stringify(deployment))
  const code = await runOperator(
    ['safe', ...parameters],
    { RPC_URL: chain.rpcUrl, DEPLOYMENT_FILE: file },
    { say: (line) => void (out += `${line}\n`), complain: (line) => void (complaint += `${line}\n`) },
  )
  return { code, out, complaint }
}

function readFile(name: string): BuilderFile {
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as BuilderFile
}

/** The owners sign the hash that was printed, and nothing else; the Safe does what the file says. */
async function carryOut(name: string, out: string): Promise<void> {
  const file = readFile(`${name}.json`)
  expect(checksumOf(file)).toBe(file.meta.checksum)
  expect(file.transactions).toHaveLength(1)
  const { to, data } = file.transactions[0]!
  const printed = new RegExp(`^${name}\\.json\\n(?: .*\\n)*? {2}safeTxHash +(0x\\w{64})$`, 'm').exec(
    out,
  )![1] as Hex
  const signatures = concatHex(await Promise.all(owners.map((owner) => owner.sign({ hash: printed }))))
  const args = [to, 0n, data, 0, 0n, 0n, 0n, zeroAddress, zeroAddress, signatures] as const
  await send(chain.rpcUrl, {
    to: safe,
    data: encodeFunctionData({ abi: safeAbi, functionName: 'execTransaction', args }),
  })
}

it('prepares a pair for the timelock that the owners sign by the printed hashes', async () => {
  const calls = [
    ...['--call', `RewardVouchers.setSigner(${SUCCESSOR})`],
    ...['--call', 'StakingPools.pauseStaking(galx)'],
  ]
  const { code, out, complaint } = await operator(
    ...calls,
    '--as',
    'timelock',
    '--safe',
    safe,
    '--name',
    'rotate',
    '--out',
    folder,
  )
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
  expect(out).toContain('make 0x7777777777777777777777777777777777777777 the voucher signer')
  expect(out).toContain('pause new stakes of pool galx')
  expect([...out.matchAll(/^ {2}calldata +0x\w{64}$/gm)]).toHaveLength(2)
  expect([...out.matchAll(/^ {2}inner call \d +0x\w{64}$/gm)]).toHaveLength(4)
  expect(readFile('rotate-1-schedule.json')).toMatchObject({
    version: '1.0',
    chainId: '56',
    meta: { createdFromSafeAddress: getAddress(safe) },
  })

  await carryOut('rotate-1-schedule', out)
  const { timestamp } = await reader().getBlock()
  await rpc(chain.rpcUrl, 'evm_setNextBlockTimestamp', Number(timestamp) + deployment.roles.timelock.minDelay)
  await carryOut('rotate-2-execute', out)
  const vouchers = {
    address: deployment.contracts.RewardVouchers.address as Address,
    abi: rewardVouchersAbi,
  } as const
  expect(await reader().readContract({ ...vouchers, functionName: 'signer' })).toBe(SUCCESSOR)
}, 60_000)

it('prepares what the guardian does at once', async () => {
  const { code, out, complaint } = await operator(
    '--call',
    'RewardVouchers.pause()',
    '--safe',
    safe,
    '--out',
    folder,
  )
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
  await carryOut('pause', out)
  const vouchers = {
    address: deployment.contracts.RewardVouchers.address as Address,
    abi: rewardVouchersAbi,
  } as const
  expect(await reader().readContract({ ...vouchers, functionName: 'paused' })).toBe(true)
}, 60_000)

it('refuses what would revert, with the contract’s own error', async () => {
  const raised = await operator('--call', 'AAA.lowerFee(9999)', '--safe', safe, '--out', folder)
  expect(raised.code).toBe(1)
  expect(raised.complaint).toMatch(
    /^nothing is prepared: the timelock could not lower the fee of AAA to 99\.99 %: AAA_\w+\(/,
  )
  const known = await operator('--call', 'EpochLog.replace(1, 0x' + '5'.repeat(64) + ', 1)', '--safe', safe)
  expect(known.complaint).toMatch(/EpochLog_\w+\(/)
  const cancelled = await operator('--call', `Timelock.cancel(0x${'1'.repeat(64)})`, '--safe', safe)
  expect(cancelled.complaint).toMatch(
    /could not cancel the announced operation 0x1+: TimelockUnexpectedOperationState\(/,
  )
  const short = await operator('--call', `ZnVault.setGuardian(${SUCCESSOR})`, '--safe', safe, '--delay', '1')
  expect(short.complaint).toMatch(/could not announce it: TimelockInsufficientDelay\(/)
})

it('simulates what the timelock does to itself, too', async () => {
  const { code, out } = await operator('--call', 'Timelock.updateDelay(172800)', '--safe', safe)
  expect(code).toBe(0)
  expect(out).toContain("change the timelock's delay to 2 days")
  expect(out).toMatch(/nothing was written: add --out FOLDER\n$/)
})

it('names a wrong call, and an account that is no Safe', async () => {
  const complaint = async (...parameters: string[]) => (await operator(...parameters)).complaint
  expect(await complaint()).toBe('--call CALL is missing; --list shows what there is\n')
  expect(await complaint('--call', 'ZnVault.setGuardian(0x12)')).toBe(
    '--call: ZnVault.setGuardian: guardian_ must be an address (checksummed or lower case), or the name of a contract, not "0x12"\n',
  )
  expect(await complaint('--call', 'StakingPools.stake(1)')).toBe(
    '--call: StakingPools.stake is no power of owner, guardian or proposer: see --list\n',
  )
  expect(await complaint('--call', 'GALX.mint(ZnVault)')).toMatch(
    /^--call: GALX\.mint takes mint\(address to, uint256 amount\), not 1 values/,
  )
  expect(await complaint('--call', 'GALX.mint(ZnVault, 0.5e18)', '--as', 'guardian')).toBe(
    'GALX.mint is not in the power of the guardian\n',
  )
  expect(await complaint('--call', 'GALX.mint(ZnVault, 0.5e18)')).toMatch(
    /is one private key, no Safe: name the Safe with --safe\n$/,
  )
  const many = Array.from({ length: 41 }, () => ['--call', 'GALX.mint(ZnVault, 0.5e18)']).flat()
  expect(await complaint(...many)).toBe(
    'the timelock carries out at most 40 calls at once, not 41: prepare the others apart\n',
  )
  const list = await operator('--list')
  expect(list.out).toMatch(/^StakingPools\.createPool +timelock +createPool\(\{address stakeToken/m)
})
