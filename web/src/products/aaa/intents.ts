import type { Intent } from '../../core/transactions/intent.ts'
import { aaaTexts } from './texts.ts'

/** Sending what waits in the fund to the stakers of its pool. */
export function distributeIntent(): Intent {
  return {
    describe: () => aaaTexts.current().fund.intent,
    prepare: () => ({ call: { name: 'distribute' }, spends: [] }),
  }
}
