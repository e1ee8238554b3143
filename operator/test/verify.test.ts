/** The verification of a real deployment: it finds no fault in an honest deployment, and every tampering. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createPublicClient,
  encodeFunctionData,
  getAddress,
  http,
  toFunctionSelector,
  zeroHash,
  type Address,
} from 'viem'
import { galxAbi } from '@galx/protocol/abi/GALX'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { Deployment } from '@galx/protocol/deployment'
import { openReader } from '../src/deploy/session.ts'
import { Findings } from '../src/verify/findings.ts'
import { verifyStreamsAreStaked } from '../src/verify/firstStakes.ts'
import { openPlace } from '../src/verify/place.ts'
import { judgePower, readPower } from '../src/verify/power.ts'
import { readPools, readVault } from '../src/verify/state.ts'
import { verifyTimelock } from '../src/verify/timelockRoles.ts'
import { verifyDeployment } from '../src/verify/verifyDeployment.ts'
import { STAKERS, startLiveDeployment, STRANGER, type LiveDeployment } from './support/liveDeployment.ts'
import { startRefusingNode } from './support/refusingNode.ts'
import { TAMPERINGS_OF_CODE } from './tamperings/ofCode.ts'
import { TAMPERINGS_OF_FILE } from './tamperings/ofFile.ts'
import { TAMPERINGS_OF_POWER } from './tamperings/ofPower.ts'
import { TAMPERINGS_OF_TERMS } from './tamperings/ofTerms.ts'
import { tamperingLines } from './tamperings/lines.ts'
import type { Tampering } from './tamperings/tampering.ts'

let world: LiveDeployment
let snapshot: string

beforeAll(async () => {
  world = await startLiveDeployment()
}, 180_000)
afterAll(() => world.stop())
beforeEach(async () => {
  snapshot = await world.rpc<string>('evm_snapshot')
})
afterEach(async () => {
  await world.rpc('evm_revert', snapshot)
})

async function verify(file: Deployment = world.deployment, logRange?: bigint) {
  const { wrong, unchecked, notes, facts, checked } = await verifyDeployment(world.reader, file, { logRange })
  const lines = (found: typeof wrong) => found.map(({ what, fault }) => `${what} ${fault}`)
  return { wrong: lines(wrong), unchecked: lines(unchecked), notes: lines(notes), facts, checked }
}

/** The embedded plan's notes for a holder. */
const NOTES_OF_THE_PLAN = [
  expect.stringMatching(/^Timelock proposers the only proposer 0x\w+ is one private key: name at least two/),
  'Timelock delay is only 1 minute',
]

describe('a live deployment that matches its file', () => {
  it('has no fault, whatever range its logs are read in', async () => {
    const { checked, ...found } = await verify()
    expect(found).toMatchObject({ wrong: [], unchecked: [], notes: NOTES_OF_THE_PLAN })
    expect(checked).toBeGreaterThan(230)
    expect(await verify(world.deployment, 20n)).toMatchObject({ wrong: [], unchecked: [] })
  })

  it.each([
    ['API key not found', /^GALX permit cannot be read: .*: API key not found$/],
    ['the backend has no answer', /^GALX permit cannot be read: the backend has no answer$/],
  ])('has permits, even if the node refuses the read: %s', async (message, line) => {
    const selector = toFunctionSelector('DOMAIN_SEPARATOR()')
    const galx = world.token('GALX').toLowerCase()
    const node = await startRefusingNode(world.rpcUrl, ({ params: [call] }) => {
      const { to, data } = (call ?? {}) as { to?: string; data?: string }
      return to?.toLowerCase() === galx && data === selector ? { code: -32_000, message } : null
    })
    try {
      const { wrong } = await verifyDeployment(await openReader(node.url), world.deployment)
      expect(wrong.map(({ what, fault }) => `${what} ${fault}`)).toEqual([expect.stringMatching(line)])
    } finally {
      node.stop()
    }
  })

  it('counts as created in a block only once the creating transaction is found in that block', async () => {
    const asked: number[] = []
    const transport = http(world.rpcUrl, {
      async onFetchRequest(request) {
        const body = (await request.clone().json()) as { method: string; params: [{ fromBlock: string }] }
        if (body.method === 'eth_getLogs') asked.push(Number(body.params[0].fromBlock))
      },
    })
    const reader = createPublicClient({ transport, cacheTime: 0 })
    const { deployBlock } = world.deployment
    expect(deployBlock).toBeGreaterThan(1)
    await verifyDeployment(reader, world.deployment)
    expect(Math.min(...asked)).toBe(deployBlock)
    await verifyDeployment(reader, { ...world.deployment, deployBlock: deployBlock + 1 })
    expect(Math.min(...asked)).toBe(0)
  })
})

function utc(seconds: bigint) {
  return `${new Date(Number(seconds) * 1_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

describe('a holder’s first question', () => {
  /** @returns the lines of the facts by title */
  const report = async () => {
    const { facts } = await verify()
    return Object.fromEntries(facts.map(({ title, lines }) => [title, lines]))
  }

  it('is answered: powers, delay, fee and caps', async () => {
    const { Timelock, Tokens, Pauses, ...rest } = await report()
    const proposer = getAddress(world.deployment.roles.timelock.proposers[0]!)
    expect(rest['Announced by the timelock']).toEqual(['nothing'])
    expect(Timelock).toEqual([
      'announces every change 1 minute in advance',
      `proposer ${proposer}: one private key`,
      `may cancel: ${proposer} (a proposer)`,
      'may execute: anyone',
      `may change these roles: ${getAddress(world.contract('Timelock'))} (Timelock)`,
    ])
    const timelock = `${getAddress(world.contract('Timelock'))} (Timelock)`
    const guardian = getAddress(world.deployment.roles.guardian)
    for (const name of ['StakingPools', 'RewardVouchers', 'ZnVault', 'EpochLog'])
      expect(rest['Other roles']).toContain(`${name}: owner ${timelock}`)
    expect(rest['Other roles']).toContain(`ZnVault: guardian ${guardian} (the guardian)`)
    expect(rest['Other roles']).toContain(
      `bonus vouchers: signer ${getAddress(world.deployment.roles.voucherSigner)}`,
    )
    expect(rest['Other roles']).toContain(
      `bonus vouchers: co-signer ${getAddress(world.deployment.roles.voucherCoSigner)} (a voucher needs both signatures)`,
    )
    expect(Tokens).toEqual([
      'GALX: 100 000 000 GALX minted, never more than 1 000 000 000 GALX',
      'MCM: 400 000 000 MCM minted, never more than 1 000 000 000 MCM',
      'AAA: 100 000 000 AAA minted, never more',
      `AAA: each trade pays a fee of 3 % to ${getAddress(world.contract('AaaFund'))} (AaaFund); the fee can only fall`,
    ])
    expect(Pauses).toEqual(['none'])
  })

  it('is answered: the end of every budget, from the contracts', async () => {
    const { Pools, Vault, ...rest } = await report()
    const { reader, contract, deployment } = world
    const pools = { address: contract('StakingPools'), abi: stakingPoolsAbi } as const
    for (const { id } of Object.values(deployment.pools)) {
      const { rewardEnd } = await reader.readContract({
        ...pools,
        functionName: 'poolState',
        args: [BigInt(id)],
      })
      expect(Pools).toContainEqual(expect.stringContaining(` a day until ${utc(rewardEnd)}`))
    }
    const programs = await reader.readContract({
      address: contract('RewardVouchers'),
      abi: rewardVouchersAbi,
      functionName: 'programs',
    })
    expect(rest['Bonus programs']).toHaveLength(programs.length)
    for (const { fundedUntil } of programs)
      expect(rest['Bonus programs']).toContainEqual(
        expect.stringContaining(` an epoch until ${utc(fundedUntil)}; `),
      )
    const vault = { address: contract('ZnVault'), abi: znVaultAbi } as const
    const { rewardEnd } = await reader.readContract({ ...vault, functionName: 'vaultState' })
    expect(Vault).toContainEqual(expect.stringContaining(` GALX a day until ${utc(rewardEnd)}`))
  })

  it('is answered: announcements and pauses, with dates', async () => {
    const { deployment, contract, token, call, reader } = world
    const { guardian, timelock } = deployment.roles
    const data = encodeFunctionData({ abi: galxAbi, functionName: 'mint', args: [STRANGER, 10n ** 18n] })
    await call(timelock.proposers[0] as Address, contract('Timelock'), timelockAbi, 'schedule', [
      token('MCM'),
      0n,
      data,
      zeroHash,
      zeroHash,
      3_600n,
    ])
    const { timestamp } = await reader.getBlock()
    await call(guardian as Address, contract('ZnVault'), znVaultAbi, 'pauseDeposits', [])
    const paused = (await reader.getBlock()).timestamp
    const { Pauses, ...rest } = await report()
    expect(rest['Announced by the timelock']).toEqual([
      expect.stringMatching(
        new RegExp(`^operation 0x[0-9a-f]{64}, from ${utc(timestamp + 3_600n)} on, will$`),
      ),
      `  mint 1 MCM to ${getAddress(STRANGER)}`,
    ])
    expect(Pauses).toEqual([`new deposits of ZnVault until ${utc(paused + 7n * 86_400n)}`])
  })
})

describe('not a fault', () => {
  it('a program that was added later and begins earlier, because EpochLog could not know the program yet', async () => {
    const { contract, token, call } = world
    const terms = [token('GALX'), 1n, 0n]
    await call(contract('Timelock'), contract('RewardVouchers'), rewardVouchersAbi, 'createProgram', terms)
    expect((await verify()).wrong).toEqual(['RewardVouchers number of programs is 9, not 8'])
  })
})

describe('on mainnet', () => {
  it('a combination that its plan refuses is a fault', async () => {
    const findings = new Findings()
    const file = { ...world.deployment, network: 'mainnet' }
    const place = await openPlace(world.reader, file, findings)
    const timelock = await verifyTimelock(place, undefined)
    judgePower(place, await readPower(place, timelock), timelock)
    expect(findings.wrong).toEqual([
      {
        what: 'Timelock proposers',
        fault: expect.stringMatching(/^the only proposer 0x\w+ is one private key/),
      },
    ])
  })
})

describe('on a public chain', () => {
  it('a stream without stakers is a fault', async () => {
    const { deployment, reader, contract, call } = world
    const pool = BigInt(deployment.pools.galx!.id)
    const vault = { address: contract('ZnVault'), abi: znVaultAbi } as const
    const faults = async () => {
      const findings = new Findings()
      const place = await openPlace(reader, { ...deployment, network: 'mainnet' }, findings)
      verifyStreamsAreStaked(place, await readPools(place), await readVault(place))
      expect(findings.notes).toEqual([])
      return findings.wrong
    }
    expect(await faults()).toEqual([])
    for (const staker of STAKERS) {
      await call(staker, contract('StakingPools'), stakingPoolsAbi, 'exit', [pool, 0n, staker])
      const shares = await reader.readContract({ ...vault, functionName: 'balanceOf', args: [staker] })
      await call(staker, vault.address, znVaultAbi, 'redeem', [shares, staker, staker])
    }
    expect(await faults()).toEqual([
      { what: 'pool galx', fault: expect.stringMatching(/^is funded and has a weight of 0: below 1 /) },
      { what: 'ZnVault', fault: expect.stringMatching(/^is funded and has [.\d]+ GALX: below 1 GALX /) },
    ])
  })
})

describe('the verification notices a change of the file:', () => {
  it.each(TAMPERINGS_OF_FILE)('$what', noticed)
})

describe('the verification notices a change of the chain:', () => {
  it.each([...TAMPERINGS_OF_CODE, ...TAMPERINGS_OF_POWER, ...TAMPERINGS_OF_TERMS])('$what', noticed)
})

describe('the list of tamperings', () => {
  it('equals the verification’s lines for each tampering', async ({ skip }) => {
    const known = [
      ...TAMPERINGS_OF_FILE,
      ...TAMPERINGS_OF_CODE,
      ...TAMPERINGS_OF_POWER,
      ...TAMPERINGS_OF_TERMS,
    ]
    if (reported.size < known.length) skip('not all of them were tried')
    await expect(tamperingLines(reported)).toMatchFileSnapshot('tamperings/lines.txt')
  })
})

/** The lines that reveal a tampering, by the tampering's name. */
const reported = new Map<string, readonly string[]>()

async function noticed({ what, tamper, wrong, note }: Tampering): Promise<void> {
  const found = await verify(await tamper(world))
  if (wrong) expect(found.wrong).toContainEqual(expect.stringMatching(wrong))
  // A fault sets the exit code; a note does not.
  else expect(found.notes).not.toEqual(NOTES_OF_THE_PLAN)
  if (note) expect(found.notes).toContainEqual(expect.stringMatching(note))
  const faults = found.wrong.filter((line) => wrong?.test(line)).slice(0, 1)
  const notes = found.notes.filter((line) => note?.test(line)).slice(0, 1)
  reported.set(what, [...faults.map((line) => `wrong: ${line}`), ...notes.map((line) => `note: ${line}`)])
}
