import { useChainRead } from '../../core/chain/useChainRead.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { LOADING, type Reading } from '../../core/state/reading.ts'
import type { LevelTable } from './levelReaders.ts'
import { levelTable, ownLevel } from './levelReads.ts'

/** Milliseconds between two readings of the level. Only the account's own purchase changes the level, and everything is read after a purchase. */
const SELDOM = 30_000

/** The levels, and the account's level; without an account, the account's level stays loading. */
export function useLevels(): { table: Reading<LevelTable>; own: Reading<number> } {
  const connected = useAppStore((state) => state.address !== null)
  const table = useChainRead(levelTable, { every: SELDOM })
  const own = useChainRead(ownLevel, { every: SELDOM })
  return { table, own: connected ? own : LOADING }
}
