import type { Translation } from '../../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  gift: {
    open: 'Give a stake',
    detail: 'your tokens are staked, the position is theirs',
    lead: 'You pay the tokens, the position belongs to the receiver. It cannot be undone.',
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
    inviterText: 'stays as it is: a gift makes nobody an inviter',
    worst:
      'Worst case: the address is wrong. Then the position belongs to the owner of that address, and nobody can bring it back.',
    enter: 'Enter an amount',
    submit: (amounts, address) => `Give ${amounts} to ${address}`,
  },
  claim: {
    open: 'Claim for a friend',
    detail: 'you pay the network fee, the friend gets the tokens',
    lead: 'Anybody may submit a claim; the contract pays the owner of the rewards alone. You pay only the network fee.',
    pays: 'The contract pays',
    nothing: 'This address has nothing to claim now',
    loading: 'Reading…',
    failed: 'The rewards of this address cannot be read now',
    noServer: 'The server does not answer: bonuses are not listed, and not claimed along.',
    rewards: 'Rewards',
    bonuses: 'Bonuses',
    submit: (address) => `Claim for ${address}`,
  },
} satisfies Translation<typeof chinese>
