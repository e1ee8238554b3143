import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

/** The pages /mcf and /mcfRecord. */
export default {
  pages: {
    mcf: {
      title: 'MCF term deposit',
      lead: 'Deposit MCM for 30 to 360 days: the longer the term, the more the same amount counts. Unstake any time after it; the cost of an early exit is shown by the second before you sign.',
    },
    mcfRecord: {
      title: 'MCF records',
      lead: 'Every deposit, withdrawal and claim, newest first, each with its transaction on the chain.',
    },
  },
  deposits: 'My deposits',
  deposit: 'New deposit',
  recent: 'Recent records',
  back: 'Back to the term deposit',
} satisfies Translation<typeof chinese>
