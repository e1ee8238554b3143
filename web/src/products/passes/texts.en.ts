import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

/** The page /hidden. */
export default {
  title: 'Node passes',
  lead: 'Each pass holds a bond of 10,000 MCM, which its holder alone can take out. Transfer a pass, and bond and node go with it.',
  mine: 'My passes',
  count: (count) => count,
  empty: 'No node pass yet',
  emptyText: 'Open a node with a bond of 10,000 MCM, or have a pass transferred to your address.',
  emptyAction: 'Open a node',
  connect: 'Connect a wallet to see your passes',
  connectText: 'Passes and bonds are on-chain and belong to your wallet address.',
  connectButton: 'Connect to continue',
  sinceSignIn: 'after signing in',
  signIn: 'Sign in to see when they were minted',
  picture: 'The pass as the contract draws it',
  pictureMissing: 'The contract gives no picture',
  contract: 'Pass contract',
  back: 'Back to MCM hash power',
} satisfies Translation<typeof chinese>
