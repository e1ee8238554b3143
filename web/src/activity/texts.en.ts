import type { Translation } from '../i18n/texts.ts'
import type chinese from './texts.zh.ts'

/** The history list. */
export default {
  title: 'History',
  kind: {
    stake: 'Stake',
    unstake: 'Unstake',
    early: 'Early exit',
    exit: 'Unstake and claim',
    claim: 'Claim',
    forfeit: 'Rewards forfeited',
    deposit: 'Deposit',
    withdraw: 'Withdraw',
    level: 'Level bought',
    mintPass: 'Node pass minted',
    sendPass: 'Node pass sent',
    receivePass: 'Node pass received',
    unbondPass: 'Bond taken out of a node pass',
    bonus: 'Bonus claimed',
  },
  level: (level) => `Up to level ${level}`,
  status: { pending: 'Pending', confirmed: 'Confirmed', failed: 'Failed' },
  empty: 'Nothing here yet',
  emptyText: 'After your first stake every step is listed here.',
  noMatch: 'No record matches',
  connect: 'Connect a wallet to see your history',
  connectText: 'Only you can see it: your wallet signs you in.',
  connectButton: 'Connect to see it',
  signIn: 'Sign in to see your history',
  signInText: 'One signature. It costs nothing and approves nothing.',
  signInButton: 'Sign in',
  unreachable: 'The server cannot be reached',
  unreachableText:
    'No history for now. Balances, positions, unstaking and claiming use the chain directly and keep working.',
  stale: 'The server cannot be reached; these are the last records read.',
  retry: 'Try again',
  more: 'Load more',
  all: 'Full history',
  penalty: (amount) => `cost ${amount}`,
  unlocks: (date) => `unlocks ${date}`,
  count: (total) => `${total} in all`,
} satisfies Translation<typeof chinese>
