import { useChainStore, type Position } from '../core/chain/chainStore.ts'
import { amountText } from '../design/Amount/amountText.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { valueOf } from '../core/state/reading.ts'
import { claimableAt, isGalxPool } from './model.ts'
import { useChainNow } from './useChainNow.ts'

/** What the position's pool owes the account now, counting by the second, with six decimals; a dash while it is not known. */
export function useEarned(position: Position): string {
  const texts = useTexts().galx
  const accounts = useChainStore((state) => state.accounts)
  const pools = useChainStore((state) => state.pools)
  const now = useChainNow(1_000)
  if (now === null || !isGalxPool(position.pool)) return texts.unknown
  const earned = valueOf(claimableAt({ accounts, pools }, now)[position.pool])
  return earned === undefined ? texts.unknown : amountText(earned, 18, 6, 6)
}
