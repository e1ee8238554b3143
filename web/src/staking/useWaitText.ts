import { useMatchSeconds } from '../core/transactions/useMatchSeconds.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { stakingTexts } from './texts.ts'

/** What a button says while no second transaction may start: how long the pause after one still lasts, or that one is not finished. */
export function useWaitText(): string {
  const { busy, wait } = useTexts(stakingTexts).stake
  const seconds = useMatchSeconds()
  return seconds === null ? busy : wait(String(seconds))
}
