import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

/** Texts about the cost and the value of a stake or a claim. */
export default {
  unknown: '—',
  fee: (amount: string) => `≈ ${amount} BNB`,
  typical: 'typical',
  typicalLong:
    'This transaction cannot be simulated before its approval: measured gas of such transactions at the present gas price',
  worth: (amount: string) => `≈ ${amount} USDT`,
  byPool: 'at pool price',
  byPoolLong:
    'By the reserves of the exchange’s pools at this moment, without fees and price impact; selling would give less',
  noPool: 'No pool gives a price',
  compound: (token: string) => `Or stake the ${token} rewards`,
  costly: (cost: string, gain: string) => `Not worth it now: costs ${cost}, brings ${gain} USDT`,
} satisfies Translation<typeof chinese>
