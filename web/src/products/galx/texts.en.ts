import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  title: 'GALX ecosystem',
  lead: 'Stake GALX, alone or with MCM, and earn by the second. Only you can ever take your principal out of the contract.',
  unknown: '—',
  stake: 'Stake',
  visitors: {
    trust: 'Trust nobody, not even us',
    principal: {
      title: 'Nobody can touch your principal',
      text: 'No upgrades, and no administrator can withdraw it',
    },
    rewards: {
      title: 'Rewards are funded in advance',
      text: 'Never paid out of other people’s deposits',
    },
    servers: {
      title: 'You can leave even if every server is gone',
      text: 'Leaving and claiming need only the chain',
    },
    pools: 'What each pool pays now',
    anyTime: (tokens) => `Stake ${tokens}, leave any time`,
    upTo: (tokens, term, multiplier) => `Stake ${tokens} for ${term}, ×${multiplier}`,
    perThousand: 'per thousand a day',
  },
} satisfies Translation<typeof chinese>
