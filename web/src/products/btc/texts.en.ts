import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

/** The page /btc. */
export default {
  title: 'BTC hash power',
  lead: 'Stake AAA, earn BTCB by the second, unstake any time. Burn MCM for a higher level, and the same AAA counts more.',
  stake: 'Stake AAA, earn BTCB',
  history: 'Stakes and levels so far',
  level: (level) => `Level ${level}`,
  shortLevel: (level) => `Lv ${level}`,
  multiplier: (multiplier) => `×${multiplier}`,
  summary: {
    title: 'My stake and level',
    staked: 'Staked',
    share: (share) => `${share} of the pool`,
    level: 'My level',
    forever: 'Never expires, never falls',
  },
  levels: {
    title: 'Level boost',
    action: 'Burn MCM to level up',
    choose: 'Choose a level to buy',
    own: 'your level',
    passed: 'yours already',
    upgrade: (level) => `To level ${level}, burning the difference`,
    balance: (amount) => `Balance ${amount}`,
    boost: 'Boost',
    perDay: 'Per day',
    power: 'Hash power',
    share: 'Share of the pool',
    nothingStaked:
      'You have no AAA staked yet. A level is bought once and lasts: later stakes have the boost from their first second.',
    ended: 'No rewards are streaming now: a level changes your hash power, and the reward per day stays 0.',
    burnTitle: 'Burning cannot be undone',
    burnText: (amount) =>
      `${amount} MCM are destroyed for good; nobody receives them. The new boost applies in the same transaction.`,
    highest: (multiplier) => `You have the highest level: a boost of ×${multiplier} that never expires.`,
    connect: 'Connect to level up',
    connecting: 'Connecting…',
    switchChain: 'Switch to BSC mainnet',
    loading: 'Reading…',
    short: 'Not enough MCM',
    buy: (amount, level) => `Burn ${amount} MCM for level ${level}`,
    failed: 'Levels cannot be read right now',
    failedText: 'A level you bought is kept in the contract. Staking, unstaking and claiming work as always.',
    retry: 'Try again',
  },
  table: {
    title: 'All levels',
    level: 'Level',
    total: 'MCM in all',
    left: 'MCM to burn',
    boost: 'Boost',
    own: 'you',
    held: 'yours',
    none: '–',
  },
} satisfies Translation<typeof chinese>
