import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  title: 'GALX ecosystem',
  lead: 'Stake GALX, alone or with MCM, and earn by the second. Only you can ever take your principal out of the contract.',
  unknown: '—',
  poolName: {
    galx: 'GALX',
    galxMcm: 'GALX + MCM',
    btc: 'BTC hash power',
    mcm: 'MCM hash power',
    mcf: 'MCF term',
    aaa: 'AAA fund',
  },
  /** where there is no room for a name: the token or product alone */
  poolShort: { galx: 'GALX', galxMcm: 'GALX+MCM', btc: 'BTC', mcm: 'MCM', mcf: 'MCF', aaa: 'AAA' },
  hero: {
    mine: 'My hash power',
    network: 'Network hash power',
    share: 'Network share',
    pools: 'Products',
    distribution: (parts) => `Hash power by product: ${parts}`,
    nothing: 'No hash power yet. With your first stake your planet lights up here.',
    part: (name, share) => `${name} ${share}`,
    unread: 'The chain cannot be read right now',
  },
  reading: 'reading the chain…',
  stake: 'Stake',
} satisfies Translation<typeof chinese>
