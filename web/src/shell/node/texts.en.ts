import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  entry: 'Chain node',
  title: 'Chain node',
  lead: 'Balances, rewards and every figure of the security centre are read from the node chosen here, and compared with another one.',
  options: {
    site: { title: 'The site’s node', text: 'Named by the operator of the site' },
    wallet: {
      title: 'The wallet’s node',
      text: 'Whichever your wallet uses; without a connected wallet, the site’s',
    },
    own: { title: 'My own node', text: 'Named below, kept on this device alone' },
  },
  walletNeeded: 'Connect a wallet to choose it',
  demo: 'The demo wallet has no node of its own',
  address: 'Address of the node',
  addressHint: 'Begins with https://. On your own computer it may be http://localhost.',
  test: 'Test and keep',
  testing: 'Testing…',
  kept: 'It works, and is kept',
  remove: 'Remove the address',
  faults: {
    address: 'The address has to begin with https://, or with http://localhost',
    site: 'This is the site’s node: it cannot be compared with itself',
    noAnswer: 'This node does not answer, or lets no web page ask it (CORS)',
    otherChain: 'This node is not on the chain of this app',
    noCalls: 'This node answers no calls of contracts',
    late: 'The newest block of this node is old',
  },
  withWords: (fault, words) => `${fault}: ${words}`,
  privacy: 'A node that is asked sees your IP address and the accounts that are looked up.',
  differs: (count) =>
    `Two nodes say different things of ${count === '1' ? 'one figure' : `${count} figures`}: at least one is not true. You can leave as before.`,
  says: (node, value) => `${node}: ${value}`,
  look: 'Look',
} satisfies Translation<typeof chinese>
