/** Measures "Check my bonus" for an inviter with a thousand members: the app's own code, in a browser slowed down to the speed of a phone. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { voucherTypedData } from '@galx/protocol/voucher'
import {
  encodeAbiParameters,
  encodeFunctionResult,
  keccak256,
  multicall3Abi,
  stringToBytes,
  type Hex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { launchBrowser } from '../../e2e/src/browser.ts'
import { openPhone } from './phone.ts'
import { ROOT } from './root.ts'
import type { Row } from './rows.ts'

const MEMBERS = 1_000
/** The number of segments of a member's weight in the epoch. Ten changes make eleven segments. */
const SEGMENTS = 11
/** The number of rows in the account's part of the epoch file: a million rows are divided into 256 parts. */
const ROWS = 3_906
/** A phone is this many times slower than this machine. */
const SLOWER = 4
/** Requests that the check puts into one call. */
const IN_ONE_CALL = 400
const ACCOUNT = `0x${'a1'.repeat(20)}` as const
const WEIGHT = 10n ** 21n

type Ruleset = { programs: { key: string; id: string; pools: string[] }[] }
type World = {
  chainId: number
  genesis: Hex
  contracts: Record<string, Hex>
  epochDuration: number
  rulesets: Ruleset[]
  expect: { epochs: { epoch: string; header: string }[] }
}
type Found = { milliseconds: number; facts: { name: string; state: string }[] }

/** Measures the longest of three runs. @throws Error if the check finds a fault, or skips something */
export async function bonusCheckRows(): Promise<Row[]> {
  const browser = await launchBrowser()
  try {
    const { page, devTools } = await openPhone(browser)
    await page.goto('about:blank')
    await page.addScriptTag({ content: await bundle() })
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const taken: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const { milliseconds, facts } = (await page.evaluate(checkInPage, await scene())) as Found
      const other = facts.filter(({ state }) => state !== 'right')
      if (facts.length !== 9 || other.length > 0)
        throw new Error(`the check says ${JSON.stringify(other)} of ${facts.length} facts`)
      taken.push(milliseconds)
    }
    return [
      {
        metric: `check of a bonus in a browser, ${MEMBERS} members, ${ROWS} rows in the part`,
        measured: Math.max(...taken),
        unit: 'ms',
        reference: null,
        goal: { most: 2_000 },
      },
    ]
  } finally {
    await browser.close()
  }
}

/** The app's check as one script with the name `bonusCheck`. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { checkBonus } from './checkBonus.ts'`,
      resolveDir: join(ROOT, 'web/src/bonuses/check'),
      loader: 'ts',
    },
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    globalName: 'bonusCheck',
    target: 'es2022',
  })
  return outputFiles[0]!.text
}

/** @returns the page's data, the texts of the epoch file, and the chain's answers in the order of the requests */
async function scene() {
  const file = join(ROOT, 'packages/protocol/vectors/rewards/two-pools.json')
  const world = JSON.parse(readFileSync(file, 'utf8')) as World
  const [{ epoch, header: known }] = world.expect.epochs as [World['expect']['epochs'][number]]
  const [program] = world.rulesets[0]!.programs as [Ruleset['programs'][number]]
  const from = Number(epoch) * world.epochDuration
  const to = from + world.epochDuration
  const step = Math.floor(world.epochDuration / SEGMENTS)
  const segments = Array.from({ length: SEGMENTS }, (_, index) => ({
    from: from + index * step,
    to: index === SEGMENTS - 1 ? to : from + (index + 1) * step,
    weight: WEIGHT.toString(),
  }))
  const members = Array.from({ length: MEMBERS }, (_, index) => ({
    address: `0x${(index + 1).toString(16).padStart(40, '0')}`,
    since: 1,
    segments,
    latest: (2n * WEIGHT).toString(),
  }))
  // The inviter's own weight exceeds the weight of all members together, so that the cap has no effect.
  const own = WEIGHT * BigInt(2 * MEMBERS)
  const points = (WEIGHT * BigInt(MEMBERS) * BigInt(world.epochDuration)).toString()
  const row = `${ACCOUNT} ${program.key} ${points} 1000 1000`
  const others = Array.from(
    { length: ROWS - 1 },
    (_, index) => `0xa1${(index + 1).toString(16).padStart(38, '0')} ${program.key} 1 0 0`,
  )
  const part = ['GALX epoch part 1', `epoch ${epoch}`, 'part a1', ...others, row, ''].join('\n')
  const header = known
    .replace(/^part [^]*$/m, `part a1 ${ROWS} ${hashOf(part)}\n`)
    .replace(
      new RegExp(`^program ${program.key} .*$`, 'm'),
      `program ${program.key} ${program.id} 1000 ${points} 1000 1000 ${ROWS}`,
    )
  const { hash: ruleset } = /^ruleset \d+ (?<hash>0x\w+)$/m.exec(header)!.groups as { hash: Hex }
  const answer = (hash: Hex) => encodeAbiParameters([{ type: 'bytes32' }, { type: 'uint256' }], [hash, 1n])
  const ownLatest = program.pools.map(() => own / 2n)
  const weights = [...ownLatest, ...members.flatMap(() => program.pools.map(() => WEIGHT))]
  const calls: Hex[] = []
  for (let start = 0; start < weights.length; start += IN_ONE_CALL)
    calls.push(aggregated(weights.slice(start, start + IN_ONE_CALL)))
  const keys = [privateKeyToAccount(generatePrivateKey()), privateKeyToAccount(generatePrivateKey())]
  const named = [...keys.map(({ address }) => BigInt(address)), 1n]
  // The check reads the voucher's signers last.
  calls.push(aggregated(named))
  const deadline = to + 31_536_000
  const typedData = voucherTypedData(world.chainId, world.contracts.RewardVouchers!, {
    program: BigInt(program.id),
    account: ACCOUNT,
    cumulative: 1_000n,
    deadline: BigInt(deadline),
    signersNonce: 1n,
  })
  const [signature, coSignature] = await Promise.all(keys.map((key) => key.signTypedData(typedData)))
  return {
    input: {
      newest: {
        voucher: { cumulative: '1000', deadline, signersNonce: 1, signature, coSignature },
        epoch: Number(epoch),
      },
      account: ACCOUNT,
      epoch: Number(epoch),
      from,
      to,
      block: 1,
      previous: null,
      apiUrl: 'api:',
      rpcUrl: 'rpc:',
      chainId: world.chainId,
      genesisHash: world.genesis,
      contracts: { ...world.contracts, Multicall3: `0x${'ca'.repeat(20)}` },
      programId: program.id,
      rulesets: world.rulesets,
      shown: {
        program: program.key,
        points,
        bonus: '1000',
        cumulative: '1000',
        allPoints: points,
        grantable: '1000',
        calculation: {
          rule: 'members',
          members,
          memberCount: MEMBERS,
          unlisted: 0,
          ownComplete: true,
          own: [{ from, to, weight: own.toString() }],
          ownLatest: own.toString(),
        },
      },
    },
    header,
    part,
    calls,
    epochLog: world.contracts.EpochLog,
    epochAnswers: [answer(hashOf(header)), answer(ruleset)],
  }
}

/** @returns Multicall3's answer, with one value for each call */
function aggregated(values: readonly bigint[]): Hex {
  return encodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    result: values.map((value) => ({
      success: true,
      returnData: encodeAbiParameters([{ type: 'uint256' }], [value]),
    })),
  })
}

function hashOf(text: string): Hex {
  return keccak256(stringToBytes(text))
}

/** Runs on the page's own thread: only this thread is slowed down, not a worker's thread. */
function checkInPage({
  input,
  header,
  part,
  calls,
  epochLog,
  epochAnswers,
}: Awaited<ReturnType<typeof scene>>): unknown {
  const [ofEpoch, ofCalls] = [epochAnswers.values(), calls.values()]
  const { bonusCheck } = globalThis as unknown as {
    bonusCheck: { checkBonus(input: unknown, sources: unknown): unknown }
  }
  return bonusCheck.checkBonus(input, {
    text: (url: string) => Promise.resolve(url.endsWith('/header') ? header : part),
    rpc: (_method: string, [{ to }]: [{ to: string }]) =>
      Promise.resolve((to === epochLog ? ofEpoch : ofCalls).next().value),
    now: () => performance.now(),
  })
}
