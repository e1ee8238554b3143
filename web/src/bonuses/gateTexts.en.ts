import type { Translation } from '../i18n/texts.ts'
import type chinese from './gateTexts.zh.ts'

export default {
  title: 'Bonuses',
  names: {
    galx: 'Community bonus',
    btc: 'Community bonus',
    mcm: 'Community bonus',
    mcf: 'Community bonus',
    zn: 'Community bonus',
    aaa: 'Community bonus',
    node: 'Node bonus',
    promotion: 'Promotion bonus',
  },
  until: (date) => `, to ${date}`,
  none: {
    members:
      'Invite members, and stake too: points count from the next second, and each epoch’s budget is shared by points.',
    node: 'Points start once you hold a live node pass and your team has hash power.',
    promotion: 'Paid from the epoch in which you have a qualified direct member.',
  },
  how: 'Rules and budget',
} satisfies Translation<typeof chinese>
