/** The block from which the app follows the chain's validators: the newest final first block of an epoch on which two nodes agree. */
import { parseCheckpoint, type Checkpoint } from '@galx/protocol/release'
import { DeploymentError } from '../deploy/deploymentError.ts'
import { nodeName, openReader } from '../deploy/session.ts'

/** Blocks of an epoch of BNB Smart Chain's validators. */
const EPOCH = 1_000

/** @param rpcUrls of two or more nodes @throws DeploymentError if a node does not answer, or if the nodes do not agree */
export async function agreedCheckpoint(rpcUrls: readonly string[], chainId: number): Promise<Checkpoint> {
  const nodes = await Promise.all(
    rpcUrls.map(async (url) => ({ name: nodeName(url), reader: await openReader(url, chainId) })),
  )
  const ask = async ({ name, reader }: (typeof nodes)[number], block: string) => {
    const answer: unknown = await reader
      .request({ method: 'eth_getBlockByNumber', params: [block, false] } as never)
      .catch((error: unknown) => {
        throw new DeploymentError(`${name}: ${error instanceof Error ? error.message : String(error)}`)
      })
    const { number, hash, timestamp } = Object(answer) as Record<string, unknown>
    const checkpoint = parseCheckpoint({ hash, number: Number(number), time: Number(timestamp) })
    if (checkpoint === null) throw new DeploymentError(`${name} gives no block ${block}`)
    return checkpoint
  }
  const final = await Promise.all(nodes.map((node) => ask(node, 'finalized')))
  const least = Math.min(...final.map(({ number }) => number))
  const first = `0x${(least - (least % EPOCH)).toString(16)}`
  const found = await Promise.all(nodes.map((node) => ask(node, first)))
  const [checkpoint] = found as [Checkpoint]
  if (found.some(({ number, hash, time }) => `${number} ${hash} ${time}` !== textOf(checkpoint)))
    throw new DeploymentError(
      found.map((one, index) => `${nodes[index]!.name} has block ${textOf(one)}`).join('\n'),
    )
  return checkpoint
}

function textOf({ number, hash, time }: Checkpoint): string {
  return `${number} ${hash} ${time}`
}

/** @returns NUMBER:HASH:SECONDS, the format of the command */
export function checkpointOption(checkpoint: Checkpoint): string {
  return textOf(checkpoint).replaceAll(' ', ':')
}

/** @returns null for any other text, and for a block that does not begin an epoch */
export function readCheckpointOption(text: string): Checkpoint | null {
  const [number, hash, time, ...more] = text.split(':')
  const digits = /^\d{1,15}$/
  if (more.length > 0 || !digits.test(number ?? '') || !digits.test(time ?? '')) return null
  const checkpoint = parseCheckpoint({ number: Number(number), hash, time: Number(time) })
  return checkpoint?.number === 0 || (checkpoint?.number ?? 1) % EPOCH !== 0 ? null : checkpoint
}
