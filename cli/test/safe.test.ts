/** The transactions that `operator safe` prepares, signed by real owners, carried out by a real Safe, and after the delay by the timelock. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  concatHex,
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  http,
  keccak256,
  toHex,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoFaucetAbi } from '@galx/protocol/abi/DemoFaucet'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { Deployment } from '@galx/protocol/deployment'
import { rpc } from '@galx/stack/chain/rpc'
import type { Chain } from '@galx/stack/chain/startChain'
import { startDeployedChain } from '@galx/stack/testing/deployedChain'
import { runOperator } from '../src/runOperator.ts'
import { checksumOf, type BuilderFile } from '@galx/operator/safe/builderFile'
import { multiSendData } from '@galx/operator/safe/multiSend'
import { startRefusingNode } from '../../operator/test/support/refusingNode.ts'
import {
  makeMultiSend,
  makeProxy,
  makeSafe,
  makeSingleton,
  safeAbi,
  send,
} from '../../operator/test/support/safes.ts'

/** Safe's own MultiSendCallOnly, version 1.4.1. */
const MULTI_SEND: Address = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const ETHER = 10n ** 18n
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

function operator(...parameters: string[]) {
  return command('safe', ...parameters)
}

async function command(...parameters: string[]) {
  let out = ''
  let complaint = ''
  const file = join(folder, 'deployment.json')
  writeFileSync(file, JSON.stringify(deployment))
  const code = await runOperator(
    parameters,
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
  // As Safe's own app does with the file: several transactions become one call of MultiSendCallOnly.
  const batched = file.transactions.length > 1
  const to = batched ? MULTI_SEND : file.transactions[0]!.to
  const data = batched ? multiSendData(file.transactions) : file.transactions[0]!.data
  const printed = new RegExp(`^${name}\\.json\\n(?: .*\\n)*? {2}safeTxHash +(0x\\w{64})$`, 'm').exec(
    out,
  )![1] as Hex
  const signatures = concatHex(await Promise.all(owners.map((owner) => owner.sign({ hash: printed }))))
  const args = [to, 0n, data, batched ? 1 : 0, 0n, 0n, 0n, zeroAddress, zeroAddress, signatures] as const
  await send(chain.rpcUrl, {
    to: file.meta.createdFromSafeAddress as Address,
    data: encodeFunctionData({ abi: safeAbi, functionName: 'execTransaction', args }),
  })
}

it('prepares two transactions for the timelock, which the owners sign by the printed hashes', async () => {
  const calls = [
    '--call',
    `RewardVouchers.setSigner(${SUCCESSOR})`,
    '--call',
    'StakingPools.pauseStaking(galx)',
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
  // The first key may have signed vouchers for later nonces.
  const { complaint: refusal } = await command('signer', '--rotate', deployment.roles.voucherSigner)
  expect(refusal).toContain('was a signer before')
}, 60_000)

it('prepares a call of the guardian, which takes effect at once', async () => {
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

it('refuses a call that would revert, with the contract’s own error', async () => {
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

it('simulates calls of the timelock to itself, too', async () => {
  const { code, out } = await operator('--call', 'Timelock.updateDelay(172800)', '--safe', safe)
  expect(code).toBe(0)
  expect(out).toContain("change the timelock's delay to 2 days")
  expect(out).toMatch(/nothing was written: add --out FOLDER\n$/)
})

it('names a wrong call, and an account that is not a Safe', async () => {
  const complaint = async (...parameters: string[]) => (await operator(...parameters)).complaint
  expect(await complaint()).toBe('--call CALL is missing; --list shows all calls\n')
  expect(await complaint('--call', 'ZnVault.setGuardian(0x12)')).toBe(
    '--call: ZnVault.setGuardian: guardian_ must be an address (checksummed or lower case), or the name of a contract, not "0x12"\n',
  )
  expect(await complaint('--call', 'StakingPools.compound(1)')).toBe(
    '--call: StakingPools.compound is not a call of owner, guardian, proposer or treasury: see --list\n',
  )
  expect(await complaint('--call', 'GALX.mint(ZnVault)')).toMatch(
    /^--call: GALX\.mint takes mint\(address to, uint256 amount\), not 1 values/,
  )
  expect(await complaint('--call', 'GALX.mint(ZnVault, 0.5e18)', '--as', 'guardian')).toBe(
    'GALX.mint is not in the power of the guardian\n',
  )
  expect(await complaint('--call', 'GALX.mint(ZnVault, 0.5e18)')).toMatch(
    /is one private key, not a Safe: name the Safe with --safe\n$/,
  )
  const many = Array.from({ length: 41 }, () => ['--call', 'GALX.mint(ZnVault, 0.5e18)']).flat()
  expect(await complaint(...many)).toBe(
    'the timelock carries out at most 40 calls at once, not 41: prepare the others apart\n',
  )
  const list = await operator('--list')
  expect(list.out).toMatch(/^StakingPools\.createPool +timelock +createPool\(\{address stakeToken/m)
})

describe('a treasury', () => {
  beforeAll(async () => {
    await makeMultiSend(chain.rpcUrl, '1.4.1')
    const drip = encodeFunctionData({ abi: demoFaucetAbi, functionName: 'drip', args: [safe] })
    await send(chain.rpcUrl, { to: deployment.contracts.DemoFaucet!.address as Address, data: drip })
  })

  const BATCH = [
    '--call',
    'StakingPools.stake(mcm, 100e18, 0, nobody)',
    '--call',
    'StakingPools.fund(mcm, 90e18)',
    '--call',
    'ZnVault.deposit(25.5e18, safe)',
    '--call',
    'RewardVouchers.fund(galx, 10e18)',
  ]
  const treasury = (...parameters: string[]) => operator(...parameters, '--safe', safe)
  const held = (token: 'GALX', account: Address) =>
    reader().readContract({
      address: deployment.tokens[token].address as Address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [account],
    })

  it('funds, stakes and deposits in one batch that two owners sign by the printed hash', async () => {
    const { code, out, complaint } = await treasury(...BATCH, '--out', folder)
    expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
    const file = readFile('treasury.json')
    // Each call that takes tokens has its approval before it.
    expect(file.transactions).toHaveLength(8)
    for (const line of [
      'will at once, all or nothing',
      '  stake 100 MCM in pool mcm on tier 0',
      '  fund pool mcm with 90 GALX',
      '  fund program galx with 10 GALX',
      "the Safe's weight in pool mcm: 0 → 100",
      "the Safe's positions in pool mcm: 0 → 1",
      'the vault holds for its shares: 0 GALX → 25.5 GALX',
    ])
      expect(out).toContain(line)
    expect(out).toMatch(/allow 0x\w+ \(StakingPools\) to take exactly 100 MCM/)
    // The approvals are used up: no allowance differs afterwards.
    expect(out).not.toContain('may take from the Safe:')

    const before = await held('GALX', safe)
    expect(out).toContain(`GALX of the Safe: 10 000 GALX → 9 874.5 GALX`)
    expect(out).not.toContain('not known')
    await carryOut('treasury', out)
    expect(before - (await held('GALX', safe))).toBe(125n * ETHER + ETHER / 2n)
    const { weight } = await reader().readContract({
      address: deployment.contracts.StakingPools.address as Address,
      abi: stakingPoolsAbi,
      functionName: 'accountState',
      args: [BigInt(deployment.pools.mcm!.id), safe],
    })
    expect(weight).toBe(100n * ETHER)
  }, 60_000)

  it('names every slot of storage that differs, with the values that the chain has afterwards', async () => {
    const call = ['--call', 'StakingPools.fund(mcm, 3e18)']
    const node = await startRefusingNode(chain.rpcUrl, ({ method }) =>
      method === 'debug_traceCall' ? { code: -32_000, message: 'tracing is off at night' } : null,
    )
    const untraced = await treasury(...call, '--rpc', node.url)
    node.stop()
    expect(untraced.out).toMatch(
      /^ *storage: not shown: .*tracing is off at night; a node that serves debug_traceCall shows each slot$/m,
    )
    const { out, complaint } = await treasury(...call, '--out', folder)
    expect(complaint).toBe('')
    const slots = [...out.matchAll(/^ {4,6}(.+) \((0x\w{64})\): (\S+) → (\S+)$/gm)]
    expect(slots.map(([, name]) => name)).toEqual(
      expect.arrayContaining([
        'the balance of the Safe',
        'the balance of StakingPools',
        'word 1 of pool mcm',
      ]),
    )
    expect(out).not.toContain('not known')
    await carryOut('treasury', out)
    const galx = deployment.tokens.GALX.address as Address
    const [, , slot, before, after] = slots.find(([, name]) => name === 'the balance of the Safe')!
    expect(BigInt((await reader().getStorageAt({ address: galx, slot: slot as Hex }))!)).toBe(
      await held('GALX', safe),
    )
    expect(Number(before) - Number(after)).toBe(3)
  }, 60_000)

  it('is compared with the hashes that a reviewer has committed', async () => {
    const calls = ['--call', 'ZnVault.deposit(1e18, safe)']
    await treasury(...calls, '--out', folder)
    const expected = join(folder, 'treasury.hashes.json')
    const same = await treasury(...calls, '--expected', expected)
    expect(same).toMatchObject({ code: 0, complaint: '' })
    expect(same.out).toContain(`every hash is as in ${expected}`)
    const other = await treasury('--call', 'ZnVault.deposit(1.1e18, safe)', '--expected', expected)
    expect(other.code).toBe(1)
    expect(other.out).toBe('')
    expect(other.complaint).toMatch(
      /^nothing is prepared: treasury: message is 0x\w+, the reviewer expects 0x/m,
    )
    const absent = await treasury(...calls, '--expected', join(folder, 'none.json'))
    expect(absent.complaint).toMatch(/^--expected: .* cannot be read: ENOENT/)
    writeFileSync(join(folder, 'other.json'), '{"treasury":{"safeTxHash":"0x1"}}')
    const malformed = await treasury(...calls, '--expected', join(folder, 'other.json'))
    expect(malformed.complaint).toMatch(/is not a file of hashes/)
  }, 60_000)

  it('seeds a pair only at the named price', async () => {
    const { pairs } = deployment
    expect(pairs.map(({ base, quote }) => `${base}/${quote}`)).toContain('GALX/USDT')
    const seed = await treasury('--call', 'SwapRouter.addLiquidity(MCM, USDT, 100e18, 5e18)', '--out', folder)
    expect(seed).toMatchObject({ code: 0, complaint: '' })
    expect(seed.out).toContain('put exactly 100 MCM and 5 USDT into their pair, the shares to the Safe')
    expect(seed.out).toMatch(/MCM of the pair MCM\/USDT: [\d ]+ MCM → [\d ]+ MCM/)
    expect(seed.out).not.toContain('price of one MCM')
    expect(seed.out).not.toContain('not known')
    await carryOut('treasury', seed.out)
    const pair = pairs.find(({ base }) => base === 'MCM')!.address as Address
    const owned = { address: pair, abi: erc20Abi, functionName: 'balanceOf', args: [safe] } as const
    expect(await reader().readContract(owned)).toBeGreaterThan(0n)
    // The named price differs from the pair's price.
    const other = await treasury('--call', 'SwapRouter.addLiquidity(GALX, USDT, 1e18, 500e18)')
    expect(other.code).toBe(1)
    expect(other.complaint).toMatch(
      /could not put exactly 1 GALX and 500 USDT into their pair, the shares to the Safe: /,
    )
  }, 60_000)

  it('does not fund a stream with almost no stakes', async () => {
    expect(await treasury('--call', 'StakingPools.fund(aaa, 1e18)')).toMatchObject({
      code: 1,
      complaint:
        'nothing is prepared: pool aaa has a weight of 0: below 1 the next staker takes nearly the whole stream, so stake first\n',
    })
  })

  it('has no default treasury, and does not mix a treasury with another sender', async () => {
    const deposit = ['--call', 'ZnVault.deposit(1e18, nobody)']
    expect((await operator(...deposit)).complaint).toBe('--safe ADDRESS is missing: the treasury\n')
    expect((await treasury(...deposit, '--call', 'ZnVault.pauseDeposits()')).complaint).toBe(
      'these calls have no sender in common: prepare them apart\n',
    )
  })

  it('may be a Safe 1.5.0, or a Safe whose code is named', async () => {
    const addresses = owners.map(({ address }) => address)
    const [newer, older] = [await makeSingleton(chain.rpcUrl, '1.5.0'), await makeSingleton(chain.rpcUrl)]
    const young = await makeSafe(chain.rpcUrl, newer, addresses, 2n, { version: '1.5.0' })
    const claim = ['--call', 'StakingPools.claim(mcm, safe)']
    expect(await operator(...claim, '--safe', young)).toMatchObject({ code: 0, complaint: '' })

    // A Safe behind a proxy that is not Safe's own. An older proxy in front of the newer code is not Safe's own either.
    const foreign = await makeProxy(chain.rpcUrl, older)
    const copy = `0x${'d1'.repeat(20)}` as const
    const code = (await reader().getCode({ address: older }))!
    await rpc(chain.rpcUrl, 'anvil_setCode', copy, `${code}00`)
    await rpc(
      chain.rpcUrl,
      'anvil_setStorageAt',
      foreign,
      toHex(0, { size: 32 }),
      `0x${'0'.repeat(24)}${copy.slice(2)}`,
    )
    const setup = encodeFunctionData({
      abi: safeAbi,
      functionName: 'setup',
      args: [addresses, 2n, zeroAddress, '0x', zeroAddress, zeroAddress, 0n, zeroAddress],
    })
    await send(chain.rpcUrl, { to: foreign, data: setup })
    expect((await operator(...claim, '--safe', foreign)).complaint).toMatch(
      /is a contract that this program does not know, not a Safe/,
    )
    expect(await operator(...claim, '--safe', foreign, '--singleton', copy)).toMatchObject({
      code: 0,
      complaint: '',
    })
    expect((await operator(...claim, '--safe', foreign, '--singleton', newer)).code).toBe(1)
  }, 60_000)
})
