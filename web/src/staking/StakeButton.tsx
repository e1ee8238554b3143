import type { PoolKey } from '@galx/protocol/products'
import type { WebPool } from '@galx/protocol/webConfig'
import { balancesOf, poolState } from '../core/chain/reads.ts'
import { refreshChain } from '../core/chain/refresh.ts'
import { useChainRead, useChainReads } from '../core/chain/useChainRead.ts'
import { namedInviter } from '../core/session/namedInviter.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { valueOf } from '../core/state/reading.ts'
import { runTransaction } from '../core/transactions/runTransaction.ts'
import { hasOpenTransaction, useTransactionStore } from '../core/transactions/transactionStore.ts'
import { connectWallet, enterChain } from '../core/wallet/connectWallet.ts'
import { shortenAddress } from '../design/AddressTag/shortenAddress.ts'
import { Button } from '../design/Button/Button.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { termLength } from './format.ts'
import { stakeIntent } from './intents.ts'
import { hasTerms } from './product.ts'
import { paidLegsText, stakeAction, type StakeAction } from './stakeModel.ts'
import { stakingTexts } from './texts.ts'
import { useWaitText } from './useWaitText.ts'
import styles from './StakeCard.module.css'

export type StakeButtonProps = {
  poolKey: PoolKey
  pool: WebPool
  /** the chosen tier's index */
  tier: number
  /** the configuration has loaded */
  ready: boolean
  /** the amount field's text */
  text: string
  /** called when pressed without an amount: moves to the field */
  onEnter: () => void
  /** called after the stake was sent */
  onSent: () => void
}

/** The one next step: connect, switch, enter an amount, stake. The button is never hidden and always names the reason of a wait. */
export function StakeButton({ poolKey, pool, tier, ready, text, onEnter, onSent }: StakeButtonProps) {
  const texts = useTexts(stakingTexts)
  const connection = useAppStore((state) => state.connection)
  const address = useAppStore((state) => state.address)
  const disabeldMatch = useAppStore((state) => state.disabeldMatch)
  const inviter = useAppStore((state) => namedInviter(state.userInfo, state.address))
  const balances = useChainReads(
    balancesOf(pool.pairToken === null ? [pool.stakeToken] : [pool.stakeToken, pool.pairToken]),
  )
  const paused = (valueOf(useChainRead(poolState(poolKey)))?.stakingPausedUntil ?? 0) > 0
  const isBusy = useTransactionStore(hasOpenTransaction)
  const waitText = useWaitText()

  const action = stakeAction({ pool, text, connection, address, disabeldMatch, isBusy, paused, balances })

  async function press() {
    // Pressed too early: moves to the field instead of doing nothing.
    if (action.kind === 'enter') onEnter()
    else if (action.kind === 'unread') await refreshChain()
    else if (action.kind === 'connect') await connectWallet()
    else if (action.kind === 'switch') await enterChain()
    else if (action.kind === 'stake' && ready) {
      const record = await runTransaction(stakeIntent(poolKey, pool, action.amount, tier))
      if (record?.sentAt != null) onSent()
    }
  }

  const label = (): string => {
    const { stake } = texts
    switch (action.kind) {
      case 'connect':
        return action.busy ? stake.connecting : hasTerms(pool) ? stake.connectTerm : stake.connect
      case 'switch':
        return stake.switchChain
      case 'paused':
        return stake.paused
      case 'loading':
        return stake.loading
      case 'wait':
        return waitText
      case 'unread':
        return stake.unread
      case 'enter':
        return stake.enter
      case 'short':
        return stake.short(action.token)
      case 'stake':
        return hasTerms(pool)
          ? stake.submitTerm(
              paidLegsText(action.legs),
              texts.term(termLength(pool.tiers[tier]?.duration ?? 0)),
            )
          : stake.submit(paidLegsText(action.legs))
    }
  }

  // Disabled only if a press could not help: a disabled button loses the keyboard's focus.
  const stuck = action.kind === 'paused' || action.kind === 'loading' || action.kind === 'short'
  const idle: StakeAction['kind'][] = ['enter', 'wait', 'unread']
  return (
    <div className={styles.foot}>
      <Button
        wide
        disabled={stuck}
        variant={idle.includes(action.kind) ? 'secondary' : 'primary'}
        busy={action.kind === 'wait' || (action.kind === 'connect' && action.busy)}
        onClick={() => void press()}
      >
        {label()}
      </Button>
      <p className={styles.note}>
        {inviter !== null ? texts.stake.inviter(shortenAddress(inviter, 6, 6)) : texts.stake.allowance}
      </p>
    </div>
  )
}
