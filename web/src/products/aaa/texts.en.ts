import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

/** The page /aaaJiJin. */
export default {
  title: 'AAA fund',
  lead: 'Stake AAA and share the fee on AAA trades. It flows into the fund’s contract, and anyone can send it on to the stakers.',
  stake: 'Stake AAA',
  fund: {
    title: 'The fund',
    waiting: 'Waiting to be distributed',
    nothing: 'Nothing is waiting now. When somebody trades AAA, the fee comes here.',
    day: 'The pool pays per day',
    perDay: (amount) => `${amount} AAA`,
    end: 'Reward budget to',
    ended: 'No budget is running',
    own: 'You gain per day',
    ownChange: (amount) => `≈ +${amount} AAA`,
    ownSame: 'same rate, paid for longer',
    simulated: 'A node has tried this on the newest block; nothing was sent.',
    distribute: (amount) => `Distribute ${amount} AAA to stakers`,
    connect: 'Connect to distribute',
    connecting: 'Connecting…',
    switchChain: 'Switch to BSC mainnet',
    anyone: 'Anyone can do this and pays only the network fee; the money can only go to the pool.',
    failed: 'The fund cannot be read right now',
    failedText: 'Its AAA is in the contract. Staking, unstaking and claiming work as always.',
    retry: 'Try again',
  },
  fee: {
    title: 'AAA fee',
    rate: 'Rate now',
    where:
      'Taken only when AAA is bought or sold through the pair. Transfers, staking, unstaking and claiming pay none.',
    limit: (maximum) => `The contract allows ${maximum} at most; the rate can only be lowered.`,
    recipient: 'Goes to',
    isFund: 'the fund’s contract',
    notFund: 'not this fund',
    cfo: 'Who may lower it',
    pair: 'Pair that takes it',
    failed: 'The fee cannot be read right now',
  },
  log: {
    title: 'In and out of the fund',
    inflow: 'Into the fund',
    distribution: 'Distributed to stakers',
    totals: (inflow, distribution) => `${inflow} AAA came in, ${distribution} AAA were distributed`,
    count: (total) => `${total} in all`,
    empty: 'Nothing here yet',
    emptyText: 'Once somebody trades AAA, the fees are listed here.',
    failed: 'The server cannot be reached',
    failedText:
      'No list for now. The fund’s balance, staking, unstaking and claiming use the chain directly and keep working.',
    stale: 'The server cannot be reached; this is the last known list.',
    retry: 'Try again',
    more: 'Load more',
  },
} satisfies Translation<typeof chinese>
