import { Suspense } from 'react'
import { useAppStore } from '../core/state/appStore.ts'
import { useTransactionStore } from '../core/transactions/transactionStore.ts'
import { Icon } from '../design/Icon/Icon.tsx'
import { lazyOrFallback } from '../design/lazy.tsx'
import { TokenBadge } from '../design/TokenBadge/TokenBadge.tsx'
import { useOnDemand } from '../design/useOnDemand.ts'
import { useTexts } from '../i18n/useTexts.ts'
import type { ZapProps } from '../staking/zapProps.ts'
import { zapTexts } from './texts.ts'
import styles from './zap.module.css'
import { unfinishedIn } from './zapModel.ts'

const PaidPicker = lazyOrFallback(() => import('./PaidPicker.tsx'))
const Slippage = lazyOrFallback(() => import('./Slippage.tsx'))
const UnfinishedZap = lazyOrFallback(() => import('./UnfinishedZap.tsx'))

/** The choice of the token that pays a stake: one quiet row. Above it, a swap whose stake is missing. */
export function PayRow({ poolKey, pool, coin, onCoin }: ZapProps) {
  const texts = useTexts(zapTexts)
  const picker = useOnDemand()
  const account = useAppStore((state) => state.address)
  const list = useTransactionStore((state) => state.list)
  const waiting = useTransactionStore((state) => state.silent?.id)
  const unfinished = unfinishedIn(list, account, poolKey, pool.stakeToken)
  return (
    <div className={styles.stack}>
      {unfinished !== null && unfinished.record.id !== waiting && (
        <Suspense>
          <UnfinishedZap pool={pool} unfinished={unfinished} />
        </Suspense>
      )}
      <div className={styles.row}>
        <span className={styles.label}>{texts.payWith}</span>
        <button
          type="button"
          className={styles.pick}
          aria-haspopup="dialog"
          aria-label={texts.choose(coin)}
          onClick={picker.open}
        >
          <TokenBadge symbol={coin} withName />
          <Icon name="down" size={16} />
        </button>
        {coin !== pool.stakeToken && (
          <Suspense>
            <Slippage />
          </Suspense>
        )}
      </div>
      {picker.isUsed && (
        <Suspense>
          <PaidPicker
            open={picker.isOpen}
            chosen={coin}
            onClose={picker.close}
            onChoose={(asset) => {
              picker.close()
              if (asset !== coin) onCoin(asset)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
