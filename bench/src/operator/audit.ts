/**
 * The time that the second engine needs for one epoch of `--changes N` (default a million): from prepared events, and from the raw logs of
 * a node, with every request, header check and decoding. Prints JSON.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import type { Hex } from 'viem'
import type { Deployment } from '@galx/protocol/deployment'
import type { AuditEvent } from '@galx/operator/audit/events'
import { ChainSource } from '@galx/operator/audit/io/chainSource'
import { createLogDecoder } from '@galx/operator/audit/io/decode'
import { World, type ClosedEpoch } from '@galx/operator/audit/world'
import { openReader } from '@galx/operator/deploy/session'
import { LogReader } from '@galx/operator/verify/logs'
import { auditedEpoch, AUDITED_CONTRACTS, CHAIN_ID, DAY, RULESET } from './auditedEpoch.ts'
import type { AuditedNode } from './auditedNode.ts'

const { values } = parseArgs({ options: { changes: { type: 'string', default: '1000000' } } })
const CHANGES = Number(values.changes)
/** The number of events that are made at a time. No time is measured meanwhile. */
const AT_ONCE = 10_000
/** The number of blocks in one request for logs. With a million changes they have about 6 000 logs. */
const LOG_RANGE = 500n

const HASH: Hex = `0x${'0'.repeat(64)}`
function newWorld(): World {
  return new World({
    chainId: CHAIN_ID,
    genesisHash: HASH,
    epochDuration: BigInt(DAY),
    rulesets: [RULESET],
    contracts: Object.values(AUDITED_CONTRACTS),
  })
}

type Measured = { seconds: number; closingSeconds: number; closed: ClosedEpoch }

function fromEvents(): Measured {
  const world = newWorld()
  const { preparation, changes } = auditedEpoch(CHANGES)
  for (const event of preparation()) world.apply(event)
  const made = changes()
  let milliseconds = 0
  for (let begin = 0; begin < CHANGES; begin += AT_ONCE) {
    const length = Math.min(AT_ONCE, CHANGES - begin)
    const events = Array.from({ length }, () => made.next().value as AuditEvent)
    const started = performance.now()
    for (const event of events) world.apply(event)
    milliseconds += performance.now() - started
  }
  return closing(world, milliseconds)
}

function closing(world: World, applied: number): Measured {
  const started = performance.now()
  const closed = world.close({ first: null, last: null })
  const milliseconds = performance.now() - started
  return { seconds: (applied + milliseconds) / 1000, closingSeconds: milliseconds / 1000, closed }
}

async function fromNode(): Promise<Measured> {
  const node = fork(new URL('auditedNode.ts', import.meta.url), [String(CHANGES)], {
    execArgv: [...process.execArgv, '--max-old-space-size=4096'],
  })
  try {
    const [{ url, first, last }] = (await once(node, 'message')) as [AuditedNode]
    const contracts = Object.fromEntries(
      Object.entries(AUDITED_CONTRACTS).map(([name, address]) => [name, { address }]),
    ) as Deployment['contracts']
    const reader = await openReader(url, CHAIN_ID)
    const source = new ChainSource({
      nodes: [{ name: 'node', reader, logs: new LogReader(reader, LOG_RANGE) }],
      decoder: createLogDecoder({ contracts } as Deployment),
      everyHeader: true,
    })
    const world = newWorld()
    const read = async (from: number, to: number) => {
      for await (const { events } of source.events(BigInt(from), BigInt(to)))
        for (const event of events) world.apply(event)
    }
    await read(0, first - 1)
    const started = performance.now()
    await read(first, last)
    return closing(world, performance.now() - started)
  } finally {
    node.disconnect()
  }
}

const engine = fromEvents()
const megabytes = Math.round(process.memoryUsage().rss / 2 ** 20)
const raw = await fromNode()
if (raw.closed.hash !== engine.closed.hash)
  throw new Error('the epoch from raw logs differs from the epoch from events')
console.log(
  JSON.stringify({
    changes: CHANGES,
    seconds: engine.seconds,
    closingSeconds: engine.closingSeconds,
    rawSeconds: raw.seconds,
    rows: engine.closed.parts.reduce((sum, { rows }) => sum + rows, 0),
    megabytes,
  }),
)
