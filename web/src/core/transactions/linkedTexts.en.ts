import type { Translation } from '../../i18n/texts.ts'
import type chinese from './linkedTexts.zh.ts'

/** A swap with the stake of its result. */
export default {
  together: 'You confirm all steps below at once. All of them succeed, or nothing changes',
  togetherPending:
    'The wallet carries out all steps: all of them succeed, or nothing changes. You can close this sheet',
  first: 'Step 1 of 2. You confirm the stake once the tokens have arrived',
  firstPending:
    'The swap is sent. Once it is on the chain, you confirm the stake. To do something else first, stop waiting: the stake is then not sent, and you can send it later on the staking page',
  firstAlone: 'The swap is sent. Once it is on the chain, you can send the stake on the staking page',
  firstDone: 'The swap is done. The stake is not sent yet: you can send it on the staking page',
  last: 'Step 2 of 2. The wallet should show the same figures',
  lastUnsent:
    'The stake was not sent. The tokens from the swap are in your wallet: you can still stake them on the staking page',
  received: (received, staked) => `${received} arrived, and all of it is staked: ${staked}`,
  kept: (received, staked, kept) =>
    `${received} arrived: ${staked} are staked, and ${kept} stay in your wallet`,
} satisfies Translation<typeof chinese>
