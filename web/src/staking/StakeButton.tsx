import type { WebPool } from '@galx/protocol/webConfig'
import { useChainStore } from '../core/chain/chainStore.ts'
import { shortenAddress } from '../design/AddressTag/shortenAddress.ts'
import { Button } from '../design/Button/Button.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import type { Catalogue } from '../i18n/catalogue.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { valueOf } from '../core/state/reading.ts'
import { runTransaction } from '../core/transactions/runTransaction.ts'
import { isInHand, useTransactionStore } from '../core/transactions/transactionStore.ts'
import { connectWallet, enterChain } from '../core/wallet/connect.ts'
import { legsText, stakeIntent } from './intents.ts'
import type { GalxPool } from './model.ts'
import { stakeAction, type StakeAction } from './stakeModel.ts'
import styles from './StakeCard.module.css'

export interface StakeButtonProps {
  poolKey: GalxPool
  pool: WebPool
  /** the configuration is there */
  ready: boolean
  /** the amount field's text */
  text: string
  /** pressed without an amount: lead to the field */
  onEnter: () => void
  /** after the stake was sent */
  onSent: () => void
}

/** The one next step: connect, switch, enter an amount, stake. It is never hidden and always says why it waits. */
export function StakeButton({ poolKey, pool, ready, text, onEnter, onSent }: StakeButtonProps) {
  const texts = useTexts()
  const connection = useAppStore((state) => state.connection)
  const address = useAppStore((state) => state.address)
  const disabeldMatch = useAppStore((state) => state.disabeldMatch)
  const inviter = useAppStore((state) =>
    state.userInfo?.address === state.address ? (state.userInfo?.FAddress ?? null) : null,
  )
  const inviterPending = useAppStore((state) => state.userInfo?.inviterStatus === 'pending')
  const balances = useChainStore((state) => state.balances)
  const paused = useChainStore((state) => valueOf(state.pools[poolKey])?.stakingPaused ?? false)
  const inHand = useTransactionStore(isInHand)

  const action = stakeAction({ pool, text, connection, address, disabeldMatch, inHand, paused, balances })

  async function press() {
    // Pressed too early: it leads to the field instead of doing nothing.
    if (action.kind === 'enter') onEnter()
    else if (action.kind === 'connect') await connectWallet()
    else if (action.kind === 'switch') await enterChain()
    else if (action.kind === 'stake' && ready) {
      const record = await runTransaction(stakeIntent(poolKey, pool, action.amount))
      if (record?.hash != null) onSent()
    }
  }

  // Only what cannot be helped by pressing is disabled: a button that loses its focus loses the keyboard's place.
  const stuck = action.kind === 'paused' || action.kind === 'loading' || action.kind === 'short'
  return (
    <div className={styles.foot}>
      <Button
        wide
        disabled={stuck}
        className={action.kind === 'enter' || action.kind === 'wait' ? styles.idle : undefined}
        busy={action.kind === 'wait' || (action.kind === 'connect' && action.busy)}
        onClick={() => void press()}
      >
        {labelOf(action, texts)}
      </Button>
      <p className={styles.note}>
        {inviter !== null && inviterPending
          ? texts.galx.stake.inviter(shortenAddress(inviter, 6, 4))
          : texts.galx.stake.allowance}
      </p>
    </div>
  )
}

function labelOf(action: StakeAction, texts: Catalogue): string {
  const { stake } = texts.galx
  switch (action.kind) {
    case 'connect':
      return action.busy ? stake.connecting : stake.connect
    case 'switch':
      return stake.switchChain
    case 'paused':
      return stake.paused
    case 'loading':
      return stake.loading
    case 'wait':
      return stake.wait
    case 'enter':
      return stake.enter
    case 'short':
      return stake.short(action.token)
    case 'stake':
      return stake.submit(legsText(action.legs))
  }
}
