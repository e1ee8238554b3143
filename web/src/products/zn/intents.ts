/** The intents of the vault's page. */
import { reportTransaction } from '../../core/api/reportTransaction.ts'
import { currentConfig } from '../../core/config/configStore.ts'
import { knownUserInfo } from '../../core/session/loadUserInfo.ts'
import { namedInviter } from '../../core/session/namedInviter.ts'
import { usableToken } from '../../core/session/token.ts'
import type { Intent } from '../../core/transactions/intent.ts'
import type { PreviewLine } from '../../core/transactions/title.ts'
import { amountText } from '../../design/Amount/amountText.ts'
import { sharesText } from './vaultModel.ts'
import { znTexts } from './texts.ts'

/**
 * Deposits `amount` wei. The contract promises no number of shares. So the app simulates the deposit once more before anything is signed,
 * and sends nothing if the result is below `leastShares`. After that, only rewards that vest until the block can raise the price of a
 * share.
 * @param preview the page's preview, for the sheet that is open while the person signs
 */
export function depositIntent(amount: bigint, leastShares: bigint, preview: readonly PreviewLine[]): Intent {
  return {
    describe: () => ({ name: 'deposit', values: [amountText(amount)] }),
    prepare: async (account) => {
      const [user, shares] = await Promise.all([knownUserInfo(account), sharesNow(amount)])
      if (shares < leastShares)
        throw new Error(znTexts.current().form.fewer(sharesText(leastShares), sharesText(shares)))
      return {
        preview,
        call: {
          name: 'vaultDeposit',
          token: 'GALX',
          amount,
          receiver: account,
          inviter: namedInviter(user, account),
        },
        spends: [{ token: 'GALX', amount }],
      }
    },
    // Only a signed-in account can report. An unreported deposit appears once it is indexed.
    report: async (hash) => usableToken() === null || reportTransaction('znStake', hash),
  }
}

/** Shares that a deposit of `amount` would buy in the newest block. @throws Error if the contract does not answer */
async function sharesNow(amount: bigint): Promise<bigint> {
  const [{ createBatch }, { znVaultAbi }] = await Promise.all([
    import('../../core/chain/multicall.ts'),
    import('@galx/protocol/abi/ZnVault'),
  ])
  const batch = createBatch()
  const answer = batch.read(currentConfig().contracts.ZnVault, znVaultAbi, 'previewDeposit', [amount])
  await batch.run()
  const shares = answer()
  if (!shares.ok) throw new Error(shares.reason)
  return shares.value
}

/** Withdraws exactly `amount` wei. */
export function withdrawIntent(amount: bigint): Intent {
  return {
    describe: () => ({ name: 'withdraw', values: [amountText(amount)] }),
    prepare: (account) => ({
      call: { name: 'vaultWithdraw', token: 'GALX', amount, receiver: account, owner: account },
      spends: [],
    }),
  }
}

/** Redeems all of `shares` for their value in the block. */
export function redeemIntent(shares: bigint): Intent {
  return {
    describe: () => ({ name: 'redeem', values: [sharesText(shares)] }),
    prepare: (account) => ({
      call: { name: 'vaultRedeem', shares, receiver: account, owner: account },
      spends: [],
    }),
  }
}
