import { shownAmount as amount } from '../../money/shownAmount.ts'
import type { Namespace } from '../catalogue.ts'

export const errors: Namespace<'errors'> = {
  notConnected: 'Please connect a wallet first',
  busy: 'Please finish the transaction under way first',
  awaitingMatch: 'A transaction was sent just now, please wait a few seconds',
  wrongChain: 'Please switch to the BSC main network',
  wrongGenesis: 'The wallet is on another chain with the same number (its first block differs). Nothing was sent',
  genesisUnknown: 'The wallet does not tell its first block, so its chain is not certain. Nothing was sent',
  accountChanged: 'The account in the wallet has changed. Nothing was sent',
  insufficientToken: (token, needed, available) =>
    `Not enough ${token}: ${amount(needed)} needed, ${amount(available)} available`,
  insufficientGas: (needed, available) =>
    `Not enough BNB for the network fee: about ${amount(needed)} needed, ${amount(available)} available`,
  reverted: (reason) =>
    reason === '' ? 'The contract refuses this transaction' : `The contract refuses this transaction: ${reason}`,
  approvalFailed: (token) => `The approval of ${token} did not succeed; nothing else was done`,
  calldataMismatch: (field) => `What would be signed differs from what you chose (${field}); stopped`,
  chainUnreachable: 'No chain node can be reached, try again later',
  interrupted: 'The page was closed before the wallet had answered; the wallet knows whether anything was sent',
  walletFault: (message) => `Wallet error: ${message}`,
  notPrepared: (message) => `This transaction cannot be prepared: ${message}`,
  contract: {},
}
