import { useMatchSeconds } from '../core/transactions/useMatchSeconds.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { stakingTexts } from './texts.ts'

/** A button's text while no second transaction can start: the remaining pause after a transaction, or a note that a transaction is not finished. */
export function useWaitText(): string {
  const { busy, wait } = useTexts(stakingTexts).stake
  const seconds = useMatchSeconds()
  return seconds === null ? busy : wait(String(seconds))
}
