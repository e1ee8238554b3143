/**
 * The chain's state on disk: the node's dump, compressed. The new file is written beside the old file and then replaces
 * it, so that one complete file exists at any time, even after a kill.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { rpc } from './rpc.ts'

/** The chain cannot continue from its stored state. */
export class ChainStateDamagedError extends Error {
  override name = 'ChainStateDamagedError'

  constructor(path: string, reason: string) {
    super(`The chain's state ${path} is damaged: ${reason}`)
  }
}

/** @throws if the node does not answer or the file cannot be written; the old file then stays */
export async function saveState(rpcUrl: string, path: string): Promise<void> {
  const hex = await rpc<string>(rpcUrl, 'anvil_dumpState')
  const unfinished = `${path}.unfinished`
  const file = await open(unfinished, 'w')
  try {
    await file.writeFile(Buffer.from(hex.slice(2), 'hex'))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
}

/**
 * Unpacks the state for the node, which reads plain JSON.
 * @returns the unpacked file, which the caller removes after the node has read it; undefined if there is no state
 * @throws ChainStateDamagedError if the file is not compressed
 */
export function unpackState(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  const unpacked = `${path}.${process.pid}.${randomUUID()}.json`
  let state: Buffer
  try {
    state = gunzipSync(readFileSync(path))
  } catch (error) {
    throw new ChainStateDamagedError(path, (error as Error).message)
  }
  writeFileSync(unpacked, state)
  return unpacked
}

/** Takes over the state file of an older version of this program: plain JSON, without `.gz` in its name. */
export function adoptPlainState(path: string): void {
  const plain = path.replace(/\.gz$/, '')
  if (existsSync(path) || !existsSync(plain)) return
  if (existsSync(`${plain}.genesis`)) renameSync(`${plain}.genesis`, `${path}.genesis`)
  writeFileSync(`${path}.unfinished`, gzipSync(readFileSync(plain)))
  renameSync(`${path}.unfinished`, path)
}
