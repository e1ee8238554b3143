import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

/** The page /earn. */
export default {
  title: 'Earnings',
  lead: 'Stakes, earnings and history of every product. Your browser reads the amounts from the chain; unlike tokens are never added.',
  connect: {
    title: 'Connect a wallet to see what you earn',
    text: 'Stakes, earnings and what you can claim are on the chain: they are read at once, without signing in.',
    action: 'Connect to see it',
  },
  nothing: {
    title: 'Nothing staked yet',
    text: 'After your first stake the earnings of every product are listed here.',
    action: 'Stake',
  },
  claim: {
    title: (count) => `Claimable, ${count === '1' ? '1 token' : `${count} tokens`}`,
    none: 'Claimable',
    live: 'live',
    day: 'a day',
    part: (pool, amount) => `${pool} ${amount}`,
    satoshi: (amount) => `= ${amount} sat`,
    button: 'Claim all in one transaction',
    single: (token) => `Claim ${token}`,
    switchChain: 'Switch to BSC mainnet',
    empty: 'Nothing to claim yet',
    loading: 'Reading…',
    under: 'Base rewards alone; your principal stays staked',
    vault: 'What the ZN vault earns is in its shares: there is nothing to claim.',
  },
  staked: {
    title: 'Staked',
    count: (count) => count,
    anyTime: 'Unstake any time',
    positions: (count) => (count === '1' ? '1 position' : `${count} positions`),
    unlocked: (count) => `${count} unlocked, free to take`,
    next: (date) => `next unlocks ${date}`,
    boost: (multiplier) => `boost ×${multiplier}`,
    budget: (date) => `budget to ${date}`,
    noBudget: 'no budget is running',
    shares: (shares) => `${shares} shares`,
    partly: 'Some figures cannot be read now. That does not mean that they are zero.',
    retry: 'Try again',
  },
  passes: {
    bond: (count) => (count === '1' ? '1 pass, its bond' : `${count} passes, their bonds`),
    noReward: 'a bond earns nothing',
  },
  tokens: {
    title: 'By token',
    token: 'Token',
    staked: 'Staked',
    unread: 'Some figures cannot be read now, so there are no sums.',
    note: 'With the vault at its present worth and the bonds of node passes.',
  },
  history: {
    title: 'History',
    filters: 'Filter the history',
    kind: 'Kind',
    allKinds: 'All kinds',
    product: 'Product',
    allProducts: 'All products',
    csv: 'Download CSV',
    csvFailed: 'The file was not downloaded, please try again later',
  },
} satisfies Translation<typeof chinese>
