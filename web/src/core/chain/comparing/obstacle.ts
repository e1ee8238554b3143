/** The reason why a node gave no comparable answer about an earlier block. */
import { partsOf } from '@galx/protocol/walletErrors'
import type { Obstacle } from './comparison.ts'

const PRUNED =
  /missing trie node|pruned|state.{0,40}(not available|unavailable|missing|too old)|historical|archive|required historical|too old|distance to target/i
const BEHIND =
  /header not found|unknown block|block not found|block.{0,20}(not found|out of range|not available|does not exist)|blockoutofrange|cannot query unfinalized|future block/i

export function obstacleOf(error: unknown): [Obstacle, string] {
  const words = partsOf(error).filter((part) => typeof part === 'string')
  const text = words.join(' ')
  const kind = PRUNED.test(text) ? 'pruned' : BEHIND.test(text) ? 'behind' : 'noAnswer'
  return [kind, words[0] ?? String(error)]
}
