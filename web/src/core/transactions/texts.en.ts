import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  title: 'Transaction',
  stage: {
    checking: 'Checking…',
    signing: 'Confirm in your wallet',
    pending: 'Sent, waiting for a block',
    confirmed: 'Confirmed',
    failed: 'Failed',
    replaced: 'Replaced',
    dropped: 'Dropped by the network',
    refused: 'You declined in the wallet',
  },
  hint: {
    checking: 'The transaction is simulated on the chain before you are asked to sign',
    signing: 'What the wallet shows should match what you see here',
    pending: 'This usually takes seconds; you may close this sheet',
    confirmed: 'The result is on the chain',
    failed: 'Nothing has changed but the network fee',
    approvedOnly: 'The approval is on the chain; the transaction itself was not sent',
    besideApproval: (problem) => `${problem}. The approval made before is on the chain`,
    notSent: 'No transaction was sent',
    replaced: 'Another transaction with the same nonce took its place',
    unfound: 'Its nonce was used by a transaction that could not be found: see your balances or the explorer',
    spedUp: 'You sped it up in the wallet; the new transaction decides',
    cancelled: 'You cancelled it in the wallet; nothing has changed',
    dropped: 'No node knows this transaction any more; you can start again',
    refused: 'No transaction was sent',
  },
  step: {
    permit: (token) => `Sign a permit for ${token} (no fee)`,
    approve: (token) => `Approve the exact amount of ${token}`,
    call: 'Send the transaction',
  },
  approveTitle: (token) => `Approve ${token}`,
  viewInExplorer: 'View in explorer',
  hash: 'Transaction hash',
  block: (number) => `Block ${number}`,
  close: 'Close',
  list: 'Recent transactions',
} satisfies Translation<typeof chinese>
