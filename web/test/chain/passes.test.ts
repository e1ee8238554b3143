// Node passes on a real node: the app's rules for names beside the contract's, and a pass's whole life through the machine.
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { NODE_BOND } from '@galx/protocol/formulas'
import type { HexString } from '@galx/protocol/webConfig'
import { decodeErrorResult } from 'viem/utils'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readingIn, useChainStore } from '../../src/core/chain/chainStore.ts'
import { balanceOf } from '../../src/core/chain/reads.ts'
import type { ChainRead } from '../../src/core/chain/chainRead.ts'
import { mountRead } from '../../src/core/chain/mountedReads.ts'
import { startPoller } from '../../src/core/chain/poller.ts'
import { refreshChain } from '../../src/core/chain/refresh.ts'
import { useAppStore } from '../../src/core/state/appStore.ts'
import { valueOf } from '../../src/core/state/reading.ts'
import { decodeCall, encodeCall } from '../../src/core/transactions/calldata.ts'
import type { Intent } from '../../src/core/transactions/intent.ts'
import { runTransaction } from '../../src/core/transactions/runTransaction.ts'
import { useTransactionStore } from '../../src/core/transactions/transactionStore.ts'
import {
  cancelUnbondingIntent,
  mintIntent,
  renameIntent,
  sendIntent,
  startUnbondingIntent,
  unbondIntent,
} from '../../src/passes/passIntents.ts'
import { nameProblem } from '../../src/passes/passName.ts'
import { heldPasses, passPicture, passTerms } from '../../src/passes/passReads.ts'
import { connectWallet } from './connectWallet.ts'
import { deployForTest, ETHER, give, type TestChain } from './deployForTest.ts'
import { KeyWallet } from './keyWallet.ts'

let test: TestChain
let wallet: KeyWallet
const ends: (() => void)[] = []

beforeAll(async () => {
  test = await deployForTest()
}, 120_000)
afterAll(() => test.chain.stop())
beforeEach(async () => {
  window.localStorage.clear()
  wallet = new KeyWallet(test)
  wallet.automine = true
  await test.rpc('anvil_setBalance', wallet.address, '0xde0b6b3a7640000')
  await give(test, test.config.tokens.MCM.address, wallet.address, 10_500n * ETHER)
  connectWallet(test, wallet)
  for (const end of ends.splice(0)) end()
  ends.push(startPoller(test.config))
  for (const shown of [heldPasses, passTerms, balanceOf('MCM')]) ends.push(mountRead(shown, 3_000))
  await refreshChain()
})

function read<T>(wanted: ChainRead<T>) {
  return valueOf(readingIn(useChainStore.getState(), wanted))
}
async function done(intent: Intent) {
  useAppStore.setState({ disabeldMatch: false })
  await runTransaction(intent)
  await expect
    .poll(() => useTransactionStore.getState().list[0]?.stage, { timeout: 15_000, interval: 50 })
    .toBe('confirmed')
  await refreshChain()
}
function problem() {
  return useTransactionStore.getState().list[0]?.problem
}

/** The contract's verdict on a name: the name of its error. Without an allowance every valid name ends in the token's error. */
async function refusalOf(passName: string): Promise<string> {
  const calldata = encodeCall({ name: 'mintPass', passName }, test.config)
  const answer = await fetch(test.chain.rpcUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_call',
      params: [{ from: wallet.address, ...calldata }, 'latest'],
    }),
  })
  const { error } = (await answer.json()) as { error?: { data?: HexString } }
  if (error?.data === undefined) throw new Error(`nothing refuses ${JSON.stringify(passName)}`)
  try {
    return decodeErrorResult({ abi: nodePassAbi, data: error.data }).errorName
  } catch {
    return 'the token'
  }
}

describe('names of passes', () => {
  it('are accepted and refused like in the contract', async () => {
    // the first and last character of each range that the contract refuses, and their neighbours
    const runs = [
      0x00, 0x1f, 0x7f, 0xa0, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x1680, 0x17b4, 0x17b5, 0x180b, 0x180f,
      0x2000, 0x200b, 0x200e, 0x200f, 0x2028, 0x202f, 0x205f, 0x206f, 0x2800, 0x3164, 0xfe00, 0xfe0d, 0xfeff,
      0xffa0, 0xfff0, 0xfffb, 0xffff, 0x13441, 0x13442, 0x16fe4, 0x1bca0, 0x1bca3, 0x1d159, 0x1d173, 0x1d17a,
      0xe0000, 0xe0fff, 0x1fffe, 0x1ffff, 0x10fffe,
    ]
    const points = [
      ...new Set(runs.flatMap((point) => [Math.max(point - 1, 0), point, point + 1])),
      0x20,
      0x3000,
      0xd7ff,
      0xe000,
      0xfe0f,
      0x1f680,
    ]
    const names = [
      ...points.map((point) => `a${String.fromCodePoint(point)}b`),
      '',
      ' ',
      ' a',
      'a ',
      '　a　',
      '　',
      '\u200d',
      '\ufe0f\u200c',
      '\ufe0f \u200c',
      '\u200d a',
      'a \ufe0e',
      '北斗',
      'Vega',
      '👩‍🚀',
      '🚀'.repeat(32),
      '🚀'.repeat(33),
      '字'.repeat(32),
      '字'.repeat(33),
      `${'x'.repeat(32)}\u0000`,
      `${'x'.repeat(31)}\u0000y`,
    ]
    const reasons = {
      empty: 'NodePass_NameEmpty',
      tooLong: 'NodePass_NameTooLong',
      edge: 'NodePass_NameCharacterForbidden',
      forbidden: 'NodePass_NameCharacterForbidden',
    }
    for (const name of names) {
      const found = nameProblem(name)
      expect([name, await refusalOf(name)]).toEqual([
        name,
        found === null ? 'the token' : reasons[found.kind],
      ])
    }
    // Half of a surrogate pair is not text: the encoder would replace it by another character.
    expect(nameProblem('a\ud83d')).toEqual({ kind: 'forbidden', codePoint: 0xd83d })
  }, 60_000)
})

describe('a pass', () => {
  it('is minted by a permit for exactly the bond, renamed, cooled down, kept, and unbonded after seven days', async () => {
    expect(read(passTerms)).toMatchObject({ bond: NODE_BOND, coolDown: 7 * 86_400 })
    await done(mintIntent('北斗', NODE_BOND))
    expect(wallet.asked).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction'])
    const [pass] = read(heldPasses)!
    expect(pass).toMatchObject({ name: '北斗', unbondingUntil: 0 })
    expect(read(balanceOf('MCM'))).toBe(500n * ETHER)

    ends.push(mountRead(passPicture(pass!.id), 60_000))
    await done(renameIntent(pass!, 'Vega & 牛郎'))
    expect(read(heldPasses)).toMatchObject([{ name: 'Vega & 牛郎' }])
    const [, drawn = ''] = /^data:image\/svg\+xml;base64,(.*)$/.exec(read(passPicture(pass!.id)) ?? '') ?? []
    expect(Buffer.from(drawn, 'base64').toString()).toMatch(/^<svg.*<\/svg>$/)

    await done(startUnbondingIntent(pass!))
    const until = read(heldPasses)![0]!.unbondingUntil
    expect(until).toBe((await test.now()) + 7 * 86_400)
    useAppStore.setState({ disabeldMatch: false })
    await runTransaction(unbondIntent(pass!))
    expect(problem()).toMatchObject({ code: 'reverted', error: 'NodePass_CoolDownRunning' })
    await done(cancelUnbondingIntent(pass!))
    expect(read(heldPasses)).toMatchObject([{ unbondingUntil: 0 }])

    await done(startUnbondingIntent(pass!))
    await test.rpc('evm_increaseTime', 7 * 86_400)
    await test.mine()
    await done(unbondIntent(pass!))
    expect(read(heldPasses)).toEqual([])
    expect(read(balanceOf('MCM'))).toBe(10_500n * ETHER)
  }, 90_000)

  it('can be sent to another account with its bond, but not to a contract that cannot hold it', async () => {
    await done(mintIntent('Altair', NODE_BOND))
    const [pass] = read(heldPasses)!
    useAppStore.setState({ disabeldMatch: false })
    await runTransaction(sendIntent(pass!, test.config.contracts.Multicall3))
    expect(problem()).toMatchObject({ code: 'reverted', error: 'ERC721InvalidReceiver' })
    const other = new KeyWallet(test).address
    await done(sendIntent(pass!, other))
    expect(read(heldPasses)).toEqual([])
    expect(decodeCall(wallet.sent.at(-1)!, test.config)).toEqual({
      name: 'sendPass',
      pass: pass!.id,
      from: wallet.address,
      to: other,
    })
  }, 60_000)
})
