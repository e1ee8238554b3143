import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  entry: 'Chain node',
  title: 'Chain node',
  lead: 'The app reads balances, rewards and every figure of the security centre from this node, and compares them with another node.',
  options: {
    site: { title: 'The site’s node', text: 'Named by the operator of the site' },
    wallet: {
      title: 'The wallet’s node',
      text: 'The node of your wallet; without a connected wallet, the site’s node',
    },
    own: { title: 'My own node', text: 'Entered below, stored only on this device' },
  },
  walletNeeded: 'Connect a wallet to choose it',
  demo: 'The demo wallet has no node of its own',
  address: 'Address of the node',
  addressHint: 'Begins with https://. On your own computer it may be http://localhost.',
  test: 'Test and keep',
  testing: 'Testing…',
  kept: 'The node works and is stored',
  remove: 'Remove the address',
  faults: {
    address: 'The address must begin with https://, or with http://localhost',
    site: 'This is the site’s node: it cannot be compared with itself',
    noAnswer: 'This node does not answer, or does not allow requests from web pages (CORS)',
    otherChain: 'This node is not on the chain of this app',
    noCalls: 'This node does not answer contract calls',
    late: 'The newest block of this node is old',
  },
  withWords: (fault, words) => `${fault}: ${words}`,
  privacy: 'A node sees your IP address and the accounts that the app looks up.',
  differs: (count) =>
    `Two nodes give different values for ${count === '1' ? 'one figure' : `${count} figures`}: at least one is wrong. You can still withdraw.`,
  says: (node, value) => `${node}: ${value}`,
  look: 'Look',
} satisfies Translation<typeof chinese>
