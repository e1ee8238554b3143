import type { Translation } from '../../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  gift: {
    open: 'Give a stake',
    detail: 'You pay the tokens, and the receiver gets the position',
    lead: 'You pay the tokens. The position belongs to the receiver. A gift cannot be undone.',
    pool: 'Pool',
    term: 'Term',
    anyTime: 'No lock',
    days: (term, multiplier) => `${term} (×${multiplier})`,
    amount: 'Amount',
    gets: 'The receiver gets',
    getsText: 'all of the principal, and all rewards from the first second',
    takes: 'Who can take it out',
    takesText: 'The receiver alone. You cannot, and the operator cannot.',
    from: 'When',
    fromLocked: (time) => `from ${time}`,
    fromEarly: (time, most) => `from ${time}; earlier at a cost to the receiver of at most ${most}`,
    pays: 'You pay',
    inviter: 'Inviter',
    inviterText: 'unchanged: a gift does not make you the inviter',
    worst:
      'Worst case: the address is wrong. The owner of that address then has the position, and it cannot be brought back.',
    enter: 'Enter an amount',
    submit: (amounts, address) => `Give ${amounts} to ${address}`,
  },
  claim: {
    open: 'Claim for a friend',
    detail: 'You pay the network fee, and the friend gets the tokens',
    lead: 'Anyone can submit a claim. The contract pays only the owner of the rewards. You pay the network fee.',
    pays: 'The contract pays',
    nothing: 'This address has nothing to claim now',
    loading: 'Reading…',
    failed: 'The rewards of this address cannot be read now',
    noServer: 'The server does not answer. This claim takes the rewards without the bonuses.',
    rewards: 'Rewards',
    bonuses: 'Bonuses',
    submit: (address) => `Claim for ${address}`,
  },
} satisfies Translation<typeof chinese>
