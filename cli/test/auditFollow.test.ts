/** `operator audit --follow` as a process: a line for each epoch when it becomes final, and the behaviour on errors. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { computeEpochs, type NaiveEpoch } from '../../packages/protocol/test/rewards/naive.ts'
import { spawnOperator } from '@galx/stack/testing/operatorProgram'
import { writeDeployment } from '@galx/operator/deploy/deploymentFile'
import { runOperator } from '../src/runOperator.ts'
import type { LiveDeployment } from '../../operator/test/support/liveDeployment.ts'
import {
  publish,
  rawWorldOf,
  settle,
  startAuditedLife,
  startLiar,
} from '../../operator/test/audit/auditedLife.ts'

type Verdict = { epoch: number; hash: Hex }

let live: LiveDeployment
let folder: string
let deploymentFile: string
let snapshot: Hex
let running: ChildProcess | null = null

beforeAll(async () => {
  live = await startAuditedLife()
  // From here on the newest and the final block are in the same epoch.
  await passEpoch()
  folder = mkdtempSync(join(tmpdir(), 'galx-follow-'))
  deploymentFile = join(folder, 'deployment.json')
  writeDeployment(deploymentFile, live.deployment)
}, 180_000)
beforeEach(async () => {
  snapshot = await live.rpc('evm_snapshot')
})
afterEach(async () => {
  await end()
  await live.rpc('evm_revert', snapshot)
})
afterAll(async () => {
  await live?.stop()
  rmSync(folder, { recursive: true })
})

/** Starts the command. Its output so far is in `verdicts`, `differences` and `complaints`. */
function follow(rpcUrl: string, ...parameters: string[]) {
  const verdicts: Verdict[] = []
  const differences: string[] = []
  const complaints: string[] = []
  const child = spawnOperator(
    ['audit', '--follow', '--rpc', rpcUrl, '--deployment', deploymentFile, ...parameters],
    ['ignore', 'pipe', 'pipe'],
  )
  running = child
  let printedLine = () => {}
  createInterface({ input: child.stdout! }).on('line', (line) => {
    const said = JSON.parse(line) as Verdict | { difference: string }
    if ('difference' in said) differences.push(said.difference)
    else verdicts.push(said)
    printedLine()
  })
  createInterface({ input: child.stderr! }).on('line', (line) => {
    complaints.push(line)
    printedLine()
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  /** Waits for further lines until `enough` is true. @throws Error if the command ends before */
  const until = async (enough: () => boolean): Promise<void> => {
    while (!enough()) {
      const line = new Promise<'line'>((resolve) => {
        printedLine = () => resolve('line')
      })
      if ((await Promise.race([line, ended])) !== 'line' && !enough())
        throw new Error(`it ended: ${complaints.join('; ')}`)
    }
  }
  return { verdicts, differences, complaints, ended, until }
}

/** Kills the process without warning, like a machine's supervisor. */
async function end(): Promise<void> {
  const child = running
  running = null
  if (child === null || child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

/** Ends the newest block's epoch and makes its end final: the blocks that do so belong to the next epoch. */
async function passEpoch(): Promise<void> {
  const { timestamp } = await live.reader.getBlock()
  const { epochDuration } = live.deployment
  await live.pass(epochDuration - (Number(timestamp) % epochDuration))
  await settle(live)
}

/** Every ended epoch, by the plain rules. */
async function expectedEpochs(): Promise<NaiveEpoch[]> {
  return computeEpochs(await rawWorldOf(live))
}

function plain(epochs: readonly NaiveEpoch[]): Verdict[] {
  return epochs.map(({ epoch, headerHash }) => ({ epoch: Number(epoch), hash: headerHash }))
}

it('prints the hash of each epoch when the epoch becomes final, and after a kill prints every hash again without reading the chain again', async () => {
  const state = join(folder, 'state')
  const first = follow(live.rpcUrl, '--save', state, '--from', state)
  const before = await expectedEpochs()
  expect(before.length).toBeGreaterThan(5)
  await first.until(() => first.verdicts.length >= before.length)
  expect(first.verdicts).toEqual(plain(before))

  await passEpoch()
  await passEpoch()
  const grown = await expectedEpochs()
  expect(grown.length).toBe(before.length + 2)
  await first.until(() => first.verdicts.length >= grown.length)
  expect(first.verdicts).toEqual(plain(grown))
  expect(first.complaints).toEqual([])
  await end()
  expect(existsSync(state)).toBe(true)

  await passEpoch()
  const last = await expectedEpochs()
  let lowest = Number.MAX_SAFE_INTEGER
  const node = await startLiar(live.rpcUrl, ({ method, params }, result) => {
    if (method === 'eth_getLogs')
      lowest = Math.min(lowest, Number((params[0] as { fromBlock?: Hex }).fromBlock ?? lowest))
    return result
  })
  const second = follow(node.url, '--save', state, '--from', state)
  await second.until(() => second.verdicts.length >= last.length)
  expect(second.verdicts).toEqual(plain(last))
  expect(second.complaints).toEqual([])
  expect(lowest).toBeGreaterThan(Number(grown.at(-2)!.blockNumber))
  await end()
  await node.stop()
}, 120_000)

it('names a wrong hash in EpochLog once, on its own line, and gives every verdict', async () => {
  const before = await expectedEpochs()
  const wrong = before.at(-1)!
  const wrongHash: Hex = `0x${'ab'.repeat(32)}`
  const state = join(folder, 'differing')
  const audit = follow(live.rpcUrl, '--headers', 'needed', '--save', state)
  await audit.until(() => audit.verdicts.length >= before.length)

  await publish(
    live,
    before.map(({ epoch, headerHash, blockNumber }) => ({
      epoch: BigInt(epoch),
      hash: epoch === wrong.epoch ? wrongHash : headerHash,
      blockNumber: BigInt(blockNumber),
    })),
  )
  await passEpoch()
  await audit.until(() => audit.verdicts.length > before.length)
  await passEpoch()
  await audit.until(() => audit.verdicts.length > before.length + 1)

  const later = (await expectedEpochs()).slice(before.length)
  expect(later.length).toBe(2)
  // The verdict is the computed hash, even if another hash was published.
  expect(audit.verdicts).toEqual([...plain(before), ...plain(later)])
  const complaint = `wrong: epoch ${wrong.epoch}, hash in EpochLog: is ${wrongHash}, computed ${wrong.headerHash}`
  expect(audit.complaints).toEqual([complaint])
  expect(audit.differences).toEqual([complaint])
  await end()

  // Neither the follower nor an audit from its state reads these blocks again, and neither may forget the difference.
  const again = follow(live.rpcUrl, '--headers', 'needed', '--from', state)
  await again.until(() => again.verdicts.length > before.length + 1)
  expect(again.verdicts).toEqual(audit.verdicts)
  await again.until(() => again.complaints.length > 0)
  expect(again.complaints).toEqual([complaint])
  await end()
  const once = ['audit', '--rpc', live.rpcUrl, '--deployment', deploymentFile, '--from', state]
  const lines: string[] = []
  expect(await runOperator(once, {}, { say: (line) => void lines.push(line), complain: () => {} })).toBe(1)
  expect(lines[0]).toBe(complaint)
}, 120_000)

it('gives no verdict by a ruleset that differs in EpochLog, even when it continues from a saved state', async () => {
  const right = deploymentFile
  const state = join(folder, 'disputed')
  const [ruleset] = live.deployment.rulesets
  deploymentFile = join(folder, 'otherRuleset.json')
  writeDeployment(deploymentFile, {
    ...live.deployment,
    rulesets: [{ ...ruleset!, vaultCoefficient: `${BigInt(ruleset!.vaultCoefficient) + 1n}` }],
  })
  try {
    const before = await expectedEpochs()
    const first = follow(live.rpcUrl, '--headers', 'needed', '--save', state)
    const withheld = ({ epoch }: NaiveEpoch) =>
      `epoch ${epoch} gets no verdict: EpochLog has another ruleset 1`
    await first.until(() => first.differences.length > before.length)
    expect(first.differences[0]).toMatch(/^wrong: .*ruleset 1 in EpochLog: is 0x/)
    expect(first.differences.slice(1)).toEqual(before.map(withheld))
    expect(first.verdicts).toEqual([])
    await end()
    await passEpoch()
    const second = follow(live.rpcUrl, '--headers', 'needed', '--from', state)
    await second.until(() => second.differences.length > first.differences.length)
    // The second follower prints the lines of the earlier epochs again.
    const later = (await expectedEpochs()).slice(before.length)
    expect(second.differences).toEqual([...first.differences, ...later.map(withheld)])
    expect(second.verdicts).toEqual([])
  } finally {
    deploymentFile = right
  }
}, 120_000)

it('waits for a node that does not answer, and continues where it stopped', async () => {
  let away = false
  const node = await startLiar(live.rpcUrl, (_question, result) => {
    if (away) throw new Error('away')
    return result
  })
  const audit = follow(node.url, '--headers', 'needed')
  const before = await expectedEpochs()
  await audit.until(() => audit.verdicts.length >= before.length)
  away = true
  await audit.until(() => audit.complaints.length > 0)
  await passEpoch()
  away = false
  await audit.until(() => audit.verdicts.length > before.length)
  await end()
  await node.stop()
  expect(audit.verdicts).toEqual(plain(await expectedEpochs()))
  expect(audit.verdicts.length).toBe(before.length + 1)
  expect(audit.complaints.filter((line) => !line.startsWith('waiting for the node: '))).toEqual([])
}, 120_000)

it('waits for a node that lacks a block that it has just called final, and continues', async () => {
  let lacking = false
  const node = await startLiar(live.rpcUrl, ({ method, params }, result) =>
    lacking && method === 'eth_getBlockByNumber' && String(params[0]).startsWith('0x') ? null : result,
  )
  const audit = follow(node.url, '--headers', 'needed')
  const before = await expectedEpochs()
  await audit.until(() => audit.verdicts.length >= before.length)
  lacking = true
  await passEpoch()
  await audit.until(() => audit.complaints.length > 0)
  lacking = false
  await audit.until(() => audit.verdicts.length > before.length)
  await end()
  await node.stop()
  expect(audit.verdicts).toEqual(plain(await expectedEpochs()))
  for (const line of audit.complaints)
    expect(line).toMatch(/^waiting for the node: \S+ does not have block \d+$/)
}, 120_000)

it('gives the same hash if the node fails in the middle of an epoch', async () => {
  let failing = false
  let begun: bigint | null = null
  const node = await startLiar(live.rpcUrl, ({ method, params }, result) => {
    if (!failing || method !== 'eth_getLogs') return result
    const from = BigInt((params as [{ fromBlock: Hex }])[0].fromBlock)
    begun ??= from
    if (from > begun) throw new Error('away')
    return result
  })
  const audit = follow(node.url, '--headers', 'needed', '--log-range', '2')
  const before = await expectedEpochs()
  await audit.until(() => audit.verdicts.length >= before.length)
  for (let blocks = 0; blocks < 8; blocks++) await live.rpc('evm_mine')
  failing = true
  await passEpoch()
  // Wait for two complaints: by then the logs of the epoch's first blocks are no longer requested.
  await audit.until(() => audit.complaints.length > 1)
  failing = false
  await passEpoch()
  await audit.until(() => audit.verdicts.length > before.length + 1)
  await end()
  await node.stop()
  expect(audit.verdicts).toEqual(plain(await expectedEpochs()))
  for (const line of audit.complaints) expect(line).toMatch(/^waiting for the node: /)
}, 120_000)

it('ends when another block has replaced a final block, and prints no further epochs', async () => {
  const fork = await live.rpc<Hex>('evm_snapshot')
  // The last block that the audit reads: it belongs to the epoch that ends next.
  await live.rpc('evm_mine')
  await passEpoch()
  const audit = follow(live.rpcUrl, '--headers', 'needed')
  const before = await expectedEpochs()
  await audit.until(() => audit.verdicts.length >= before.length)

  await live.rpc('evm_revert', fork)
  await live.pass(7)
  await passEpoch()
  await passEpoch()
  expect(await audit.ended).toBe(1)
  expect(audit.verdicts.length).toBe(before.length)
  expect(audit.complaints.at(-1)).toMatch(
    /^the final block \d+ was 0x[0-9a-f]{64} and is now 0x[0-9a-f]{64}$/,
  )
}, 120_000)
