import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  index: 'Exchange',
  safe: 'Security centre',
  earn: 'Earnings',
  rank: 'Node ranking',
  btc: 'BTC hash power',
  mcf: 'MCF term deposit',
  mcfRecord: 'MCF records',
  aaaJiJin: 'AAA fund',
  zn: 'ZN smart vault',
  znRecord: 'ZN records',
  mcm: 'MCM hash power',
  mcmEarn: 'MCM hash power',
  mcmCommunity: 'MCM community',
  hidden: 'Node passes',
  galx: 'GALX ecosystem',
  hidden1: 'Status',
  community: 'My community',
  start: 'Invitation',
} satisfies Translation<typeof chinese>
