// Bonuses on a real node: base reward and voucher in one transaction, and the voucher alone once nothing is staked.
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { galxAbi } from '@galx/protocol/abi/GALX'
import { rewardVouchersBytecode } from '@galx/protocol/bytecode/RewardVouchers'
import { voucherTypedData } from '@galx/protocol/voucher'
import type { BonusesData, VoucherAnswer } from '@galx/protocol/http/bonuses'
import type { HexString } from '@galx/protocol/webConfig'
import { encodeDeployData, encodeFunctionData, type Abi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { largePositions } from '../../src/bonuses/check/chainAnswers.ts'
import { checkVoucher } from '../../src/bonuses/check/checkVoucher.ts'
import { isRefused } from '../../src/bonuses/voucherTrial.ts'
import { drawnBonuses } from '../../src/bonuses/bonusReads.ts'
import { bonusesIntent, withBonusesIntent } from '../../src/bonuses/claimIntents.ts'
import { claimsOf, type Claim } from '../../src/bonuses/claimModel.ts'
import { readingIn, useChainStore } from '../../src/core/chain/chainStore.ts'
import { mountRead } from '../../src/core/chain/mountedReads.ts'
import { startPoller } from '../../src/core/chain/poller.ts'
import { balanceOf } from '../../src/core/chain/reads.ts'
import { refreshChain } from '../../src/core/chain/refresh.ts'
import { useAppStore } from '../../src/core/state/appStore.ts'
import { valueOf } from '../../src/core/state/reading.ts'
import type { Intent } from '../../src/core/transactions/intent.ts'
import { runTransaction } from '../../src/core/transactions/runTransaction.ts'
import { useTransactionStore } from '../../src/core/transactions/transactionStore.ts'
import { claimForIntent } from '../../src/pages/earn/others/intents.ts'
import { stakeIntent } from '../../src/staking/intents.ts'
import { connectWallet } from './connectWallet.ts'
import { deployForTest, ETHER, give, type TestChain } from './deployForTest.ts'
import { KeyWallet } from './keyWallet.ts'

/** anvil's first account, which holds the tokens */
const OWNER = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const EPOCH = 60

let test: TestChain
let wallet: KeyWallet
let program = 0n
const signer = privateKeyToAccount(generatePrivateKey())
const coSigner = privateKeyToAccount(generatePrivateKey())
const ends: (() => void)[] = []

beforeAll(async () => {
  const base = await deployForTest()
  const { contractAddress } = await base.send(
    OWNER,
    null,
    encodeDeployData({
      abi: rewardVouchersAbi,
      bytecode: rewardVouchersBytecode,
      args: [OWNER, OWNER, signer.address, coSigner.address, BigInt(EPOCH)],
    }),
  )
  const vouchers = contractAddress.toLowerCase() as HexString
  const galx = base.config.tokens.GALX.address
  const call = (to: HexString, abi: Abi, functionName: string, args: readonly unknown[]) =>
    base.send(OWNER, to, encodeFunctionData({ abi, functionName, args }))
  await call(vouchers, rewardVouchersAbi, 'createProgram', [galx, 100n * ETHER, 0n])
  const at = encodeFunctionData({ abi: rewardVouchersAbi, functionName: 'programAt', args: [0n] })
  program = BigInt(await base.rpc<string>('eth_call', { to: vouchers, data: at }, 'latest'))
  await call(galx, galxAbi, 'approve', [vouchers, 1_000n * ETHER])
  await call(vouchers, rewardVouchersAbi, 'fund', [program, 1_000n * ETHER])
  await base.rpc('evm_increaseTime', 3 * EPOCH)
  await base.mine()
  const { contracts } = base.config
  test = {
    ...base,
    config: {
      ...base.config,
      contracts: { ...contracts, RewardVouchers: vouchers },
      programs: { galx: program.toString() },
    },
  }
}, 120_000)
afterAll(() => test.chain.stop())
async function connectNewWallet() {
  wallet = new KeyWallet(test)
  wallet.automine = true
  await test.rpc('anvil_setBalance', wallet.address, '0xde0b6b3a7640000')
  await give(test, test.config.tokens.GALX.address, wallet.address, 100n * ETHER)
  connectWallet(test, wallet)
}
beforeEach(async () => {
  window.localStorage.clear()
  await connectNewWallet()
  for (const end of ends.splice(0)) end()
  ends.push(startPoller(test.config))
  for (const shown of [drawnBonuses, balanceOf('GALX')]) ends.push(mountRead(shown, 3_000))
  await refreshChain()
})

async function done(intent: Intent) {
  useAppStore.setState({ disabeldMatch: false })
  await runTransaction(intent)
  await expect
    .poll(() => useTransactionStore.getState().list[0]?.stage, { timeout: 15_000, interval: 50 })
    .toBe('confirmed')
  await refreshChain()
}
function drawn() {
  return valueOf(readingIn(useChainStore.getState(), drawnBonuses))
}
function balance() {
  return valueOf(readingIn(useChainStore.getState(), balanceOf('GALX')))
}
function facts() {
  return useTransactionStore.getState().list[0]?.outcome?.facts.map(({ label, amount }) => [label, amount])
}
/** A voucher in the server's format, with both signatures. */
async function signedAsKnown(cumulative: bigint, deadline: number, nonce: number): Promise<VoucherAnswer> {
  const typedData = voucherTypedData(56, test.config.contracts.RewardVouchers, {
    program,
    account: wallet.address,
    cumulative,
    deadline: BigInt(deadline),
    signersNonce: BigInt(nonce),
  })
  return {
    cumulative: cumulative.toString(),
    deadline,
    signersNonce: nonce,
    signature: await signer.signTypedData(typedData),
    coSignature: await coSigner.signTypedData(typedData),
  }
}
/** The claim by the server's answer, with real signatures. @param nonce the contract's nonce by default */
async function claimOf(cumulative: bigint, nonce?: number): Promise<Claim> {
  const chain = drawn()
  if (chain === undefined) throw new Error('the chain was not read')
  const deadline = (await test.now()) + 1_000
  const signed = await signedAsKnown(cumulative, deadline, nonce ?? chain.signersNonce)
  const data: BonusesData = {
    address: wallet.address,
    settled: null,
    late: null,
    asOf: null,
    programs: [
      {
        program: 'galx',
        programId: program.toString(),
        cumulative: cumulative.toString(),
        epoch: 1,
        voucher: signed,
      },
    ],
  }
  const claim = claimsOf(data, chain, await test.now()).galx
  if (claim === undefined) throw new Error('there is no claim')
  return claim
}

describe('a voucher from a file', () => {
  it('is refused if a signature or its nonce is wrong or it has expired, and for no other reason', async () => {
    const asKnown = async (cumulative: bigint, change: Partial<VoucherAnswer> = {}) => {
      const signed = await signedAsKnown(cumulative, (await test.now()) + 1_000, 1)
      return isRefused(wallet.address, program.toString(), { ...signed, ...change })
    }
    expect(await asKnown(ETHER)).toBe(false)
    expect(await asKnown(ETHER, { cumulative: (2n * ETHER).toString() })).toBe(true)
    expect(await asKnown(ETHER, { deadline: (await test.now()) - 1 })).toBe(true)
    expect(await asKnown(ETHER, { signature: `0x${'f'.repeat(128)}` })).toBe(true)
    expect(await asKnown(ETHER, { signersNonce: 2 })).toBe(true)
    // Only one of the two keys has signed this voucher.
    const { signature, coSignature } = await signedAsKnown(2n * ETHER, 4_000_000_000, 1)
    expect(await asKnown(ETHER, { signature })).toBe(true)
    expect(await asKnown(ETHER, { coSignature })).toBe(true)
    // A voucher above the budget is not refused for good: it is valid once the budget is filled again.
    expect(await asKnown(5_000n * ETHER)).toBe(false)
  })
})

describe('claiming bonuses', () => {
  it('pays base reward and bonus to the account in one transaction, and each only once', async () => {
    const pool = test.config.pools.galx
    if (pool === undefined) throw new Error('there is no pool')
    await done(stakeIntent('galx', pool, 100n * ETHER))
    await test.rpc('evm_increaseTime', EPOCH)
    await test.mine()
    await done(withBonusesIntent(['galx'], ['GALX'], [await claimOf(14n * ETHER)]))
    const [[, base] = [], [label, bonus] = []] = facts() ?? []
    expect(base).toBeGreaterThan(0n)
    expect([label, bonus]).toEqual(['bonus', 14n * ETHER])
    expect(balance()).toBe((base as bigint) + 14n * ETHER)
    expect(drawn()?.drawn.galx).toBe(14n * ETHER)
    expect((await claimOf(14n * ETHER)).voucher).toBeNull()
  })

  it.each([
    ['base reward and bonus', 3n * ETHER],
    ['base reward alone', 0n],
  ])('pays a friend’s %s to the friend, and nothing to the sender', async (_, granted) => {
    const pool = test.config.pools.galx
    if (pool === undefined) throw new Error('there is no pool')
    await done(stakeIntent('galx', pool, 100n * ETHER))
    await test.rpc('evm_increaseTime', EPOCH)
    await test.mine()
    const friend = wallet.address
    const claims = granted > 0n ? [await claimOf(granted)] : []
    await connectNewWallet()
    await refreshChain()
    await done(claimForIntent(friend, ['galx'], claims, ['GALX']))
    const paid = useTransactionStore.getState().list[0]?.outcome?.facts ?? []
    expect(new Set(paid.map(({ label }) => label))).toEqual(new Set(['paidTo']))
    const sum = paid.reduce((all, { amount }) => all + (amount ?? 0n), 0n)
    expect(sum).toBeGreaterThan(granted)
    expect(balance()).toBe(100n * ETHER)
    const data = encodeFunctionData({ abi: galxAbi, functionName: 'balanceOf', args: [friend] })
    const held = await test.rpc<string>('eth_call', { to: test.config.tokens.GALX.address, data }, 'latest')
    expect(BigInt(held)).toBe(sum)
  })

  it('pays a bonus without any stake, and the amount that a later epoch added', async () => {
    await done(bonusesIntent([await claimOf(5n * ETHER)]))
    expect(balance()).toBe(105n * ETHER)
    const next = await claimOf(7n * ETHER)
    expect(next.payable).toBe(2n * ETHER)
    await done(bonusesIntent([next]))
    expect(balance()).toBe(107n * ETHER)
    expect(facts()).toEqual([['bonus', 2n * ETHER]])
  })

  it('finds a claim above the vested budget before anything is signed', async () => {
    expect(await claimOf(100_000n * ETHER)).toMatchObject({ payable: 0n, obstacle: 'budget' })
  })
})

describe('a voucher that the contract refuses', () => {
  /** Rewards of a stake, to be claimed. */
  async function earn() {
    const pool = test.config.pools.galx
    if (pool === undefined) throw new Error('there is no pool')
    await done(stakeIntent('galx', pool, 100n * ETHER))
    await test.rpc('evm_increaseTime', EPOCH)
    await test.mine()
  }
  /** A voucher that a server could invent: the contract's signer has not signed it. */
  function madeUp(claim: Claim): Claim {
    if (claim.voucher === null) throw new Error('there is no voucher')
    const { signature } = claim.voucher
    return { ...claim, voucher: { ...claim.voucher, signature: { ...signature, r: `0x${'1'.repeat(64)}` } } }
  }

  it('never blocks the base reward: the base reward is claimed alone, and the sheet gives the reason', async () => {
    await earn()
    await done(withBonusesIntent(['galx'], ['GALX'], [madeUp(await claimOf(14n * ETHER))]))
    expect(facts()?.map(([label]) => label)).toEqual(['claimed'])
    expect(balance()).toBeGreaterThan(0n)
    expect(drawn()?.drawn.galx).toBe(0n)
    expect(useTransactionStore.getState().list[0]).toMatchObject({
      title: { name: 'claim', values: ['GALX'] },
      call: { name: 'claim', pool: 'galx' },
      leftOut: [
        {
          amount: (14n * ETHER).toString(),
          token: 'GALX',
          problem: { error: 'RewardVouchers_SignatureInvalid' },
        },
      ],
    })
  })

  it('blocks no other voucher, with base rewards and without', async () => {
    await earn()
    const claims = [await claimOf(5n * ETHER), madeUp(await claimOf(14n * ETHER))]
    await done(withBonusesIntent(['galx'], ['GALX'], claims))
    expect(facts()?.map(([label]) => label)).toEqual(['claimed', 'bonus'])
    expect(drawn()?.drawn.galx).toBe(5n * ETHER)
    await done(bonusesIntent([await claimOf(6n * ETHER), madeUp(await claimOf(14n * ETHER))]))
    expect(drawn()?.drawn.galx).toBe(6n * ETHER)
    expect(useTransactionStore.getState().list[0]?.leftOut).toHaveLength(1)
  })

  it('is not sent if there is nothing else to claim, and its reason is shown', async () => {
    useAppStore.setState({ disabeldMatch: false })
    await runTransaction(bonusesIntent([madeUp(await claimOf(14n * ETHER))]))
    expect(useTransactionStore.getState().list[0]).toMatchObject({
      stage: 'failed',
      sentAt: null,
      problem: { code: 'reverted', error: 'RewardVouchers_SignatureInvalid' },
    })
  })

  it('after a key was named is known before the claim, even if the same key is named again', async () => {
    const name = (functionName: 'setSigner' | 'setCoSigner', address: HexString) =>
      test.send(
        OWNER,
        test.config.contracts.RewardVouchers,
        encodeFunctionData({ abi: rewardVouchersAbi, functionName, args: [address] }),
      )
    for (const [functionName, key] of [
      ['setSigner', signer],
      ['setCoSigner', coSigner],
    ] as const) {
      const before = drawn()?.signersNonce
      await name(functionName, key.address)
      await refreshChain()
      expect(await claimOf(5n * ETHER, before)).toMatchObject({
        open: 5n * ETHER,
        payable: 0n,
        obstacle: 'outdated',
      })
      expect(await claimOf(5n * ETHER)).toMatchObject({ payable: 5n * ETHER, obstacle: null })
    }
  })
})

describe('the check of the voucher', () => {
  it('calls a voucher right if the contract pays it, and no voucher after a key was named again or switched off', async () => {
    const total = 5n * ETHER
    const call = (
      functionName: 'setCoSigner' | 'disableCoSigner',
      args: readonly [] | readonly [HexString],
    ) =>
      test.send(
        OWNER,
        test.config.contracts.RewardVouchers,
        encodeFunctionData({ abi: rewardVouchersAbi, functionName, args } as Parameters<
          typeof encodeFunctionData
        >[0]),
      )
    const newVoucher = async () => {
      await refreshChain()
      return signedAsKnown(total, 4_000_000_000, drawn()?.signersNonce ?? 0)
    }
    const check = async (voucher: VoucherAnswer) => {
      const { chainId, contracts } = test.config
      const input = {
        account: wallet.address,
        chainId,
        contracts,
        programId: program.toString(),
        newest: { voucher, epoch: 1 },
      }
      const rpc = (method: string, params: readonly unknown[]) => test.rpc(method, ...params)
      return (await checkVoucher(input, { total, later: false }, { rpc })).reason
    }
    const voucher = await newVoucher()
    expect(await check(voucher)).toBe('right')
    expect(await isRefused(wallet.address, program.toString(), voucher)).toBe(false)
    expect(await check({ ...voucher, coSignature: voucher.signature })).toBe('coSigner')
    await call('setCoSigner', [coSigner.address])
    expect(await check(voucher)).toBe('nonce')
    expect(await check(await newVoucher())).toBe('right')
    await call('disableCoSigner', [])
    expect(await check(await newVoucher())).toBe('off')
    await call('setCoSigner', [coSigner.address])
  })
})

describe('the check of the promotion', () => {
  it('finds the start of a member’s large position: own and given positions, flexible and locked', async () => {
    const { StakingPools: pools, Multicall3: multicall } = test.config.contracts
    const { galx, mcf } = test.config.pools
    if (galx === undefined || mcf === undefined) throw new Error('there is no pool')
    const { MCM } = test.config.tokens
    const call = (to: string, abi: Abi, functionName: string, args: readonly unknown[]) =>
      test.send(OWNER, to, encodeFunctionData({ abi, functionName, args }))
    const member = (digit: string) => `0x${digit.repeat(40)}`
    const opened: Record<string, number> = {}
    const giveTo = async (digit: string, pool: string, amount: bigint) => {
      await call(pools, stakingPoolsAbi, 'stakeFor', [BigInt(pool), member(digit), amount, 0n])
      opened[digit] = Number(
        (await test.rpc<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false)).timestamp,
      )
    }
    for (const token of [test.config.tokens.GALX, MCM])
      await call(token.address, galxAbi, 'approve', [pools, 1_000_000n * ETHER])
    await call(pools, stakingPoolsAbi, 'stake', [BigInt(mcf.id), 50n * ETHER, 0n, member('0')])
    opened.owner = await test.now()
    await giveTo('5', galx.id, 7n * ETHER)
    // This position is below the required amount.
    await giveTo('6', galx.id, ETHER)
    await giveTo('7', mcf.id, 50n * ETHER)
    const asked = [
      { pool: BigInt(galx.id), least: 7n * ETHER },
      { pool: BigInt(mcf.id), least: 50n * ETHER },
    ]
    const accounts = [OWNER, member('5'), member('6'), member('7'), member('8')]
    const rpc = (method: string, params: readonly unknown[]) => test.rpc(method, ...params)
    const where = { multicall, stakingPools: pools }
    const found = await largePositions(rpc, where, asked, accounts, Number.MAX_SAFE_INTEGER)
    expect(found).toEqual([opened.owner, opened['5'], null, opened['7'], null])
    // A position opened in a later epoch does not count.
    const before = await largePositions(rpc, where, asked, accounts, opened['7'] ?? 0)
    expect(before[3]).toBeNull()
    await expect(largePositions(rpc, where, [{ pool: 1n, least: 1n }], accounts, 1)).rejects.toThrow(
      'call failed',
    )
  })
})
