/** Reads of NodePass. */
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import type { Reader } from '../core/chain/chainRead.ts'
import type { HeldPass, PassTerms } from './passModel.ts'

/** The number of passes in a window of one read. */
const WINDOW = 50n

/** Returns all windows or fails: in a list with a gap, a bond would seem to be gone. */
export const readHeldPasses: Reader<HeldPass[]> = async ({ config, account, read }) => {
  const { NodePass } = config.contracts
  const held: HeldPass[] = []
  for (let from = 0n; ; from += WINDOW) {
    const window = await read(NodePass, nodePassAbi, 'passesOf', [account, from, WINDOW])
    for (const { id, name, unbondingUntil } of window)
      held.push({ id, name, unbondingUntil: Number(unbondingUntil) })
    if (BigInt(window.length) < WINDOW) break
  }
  return held.sort((one, other) => (one.id < other.id ? -1 : 1))
}

export const readPassTerms: Reader<PassTerms> = async ({ config, read }) => {
  const { NodePass } = config.contracts
  const [bond, coolDown, count] = await Promise.all([
    read(NodePass, nodePassAbi, 'BOND', []),
    read(NodePass, nodePassAbi, 'COOL_DOWN', []),
    read(NodePass, nodePassAbi, 'totalSupply', []),
  ])
  return { bond, coolDown: Number(coolDown), count }
}

export function readPassPicture(id: bigint): Reader<string | null> {
  return async ({ config, read }) =>
    pictureOf(await read(config.contracts.NodePass, nodePassAbi, 'tokenURI', [id]))
}

const METADATA = 'data:application/json;base64,'
const PICTURE = /^data:image\/svg\+xml;base64,[A-Za-z0-9+/]+={0,2}$/

/** The picture in a token's metadata, only if it is embedded in the data itself, so that no request is sent. */
export function pictureOf(uri: string): string | null {
  if (!uri.startsWith(METADATA)) return null
  try {
    const bytes = Uint8Array.from(atob(uri.slice(METADATA.length)), (character) => character.charCodeAt(0))
    const metadata = JSON.parse(new TextDecoder().decode(bytes)) as { image?: unknown }
    return typeof metadata.image === 'string' && PICTURE.test(metadata.image) ? metadata.image : null
  } catch {
    return null
  }
}
