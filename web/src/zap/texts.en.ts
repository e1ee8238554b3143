import type { Translation } from '../i18n/texts.ts'
import type chinese from './texts.zh.ts'

/** A stake that another token pays. */
export default {
  payWith: 'Pay with',
  choose: (token) => `Choose the token to pay with, now ${token}`,
  amount: 'Amount to pay',
  least: 'Minimum received, staked',
  rest: (token) => `Any ${token} that the swap gives beyond the minimum stays in your wallet`,
  submit: (paid) => `Stake with ${paid}`,
  noFee: 'Not enough BNB for the network fee',
  paused: 'New stakes are paused',
  sheet: {
    title: 'Confirm the swap and the stake',
    pays: 'You pay, at most',
    stake: 'Once staked',
    steps:
      'If your wallet can carry out all steps or none, it asks you once. Otherwise you confirm the swap first, and the stake after the tokens from the swap have arrived. Only the amounts needed are approved.',
  },
  unfinished: {
    text: (received, stake) => `Your swap gave ${received}. The stake of ${stake} is still missing.`,
    action: 'Stake',
    leave: 'Do not stake',
  },
} satisfies Translation<typeof chinese>
