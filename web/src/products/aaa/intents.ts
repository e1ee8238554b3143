import type { Intent } from '../../core/transactions/intent.ts'

/** Sending what waits in the fund to the stakers of its pool. */
export function distributeIntent(): Intent {
  return {
    describe: () => ({ name: 'distribute', values: [] }),
    prepare: () => ({ call: { name: 'distribute' }, spends: [] }),
  }
}
