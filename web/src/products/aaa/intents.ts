import type { Intent } from '../../core/transactions/intent.ts'

/** Distributes the fund's tokens to the stakers of its pool. */
export function distributeIntent(): Intent {
  return {
    describe: () => ({ name: 'distribute', values: [] }),
    prepare: () => ({ call: { name: 'distribute' }, spends: [] }),
  }
}
