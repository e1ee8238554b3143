import { groupThousands } from '@galx/protocol/units'
import { earnedAt, ratePerDay } from '../core/chain/accrual.ts'
import { useChainStore } from '../core/chain/chainStore.ts'
import { useConfig } from '../core/config/configStore.ts'
import { AddressTag } from '../design/AddressTag/AddressTag.tsx'
import { Amount } from '../design/Amount/Amount.tsx'
import { FactList } from '../design/FactList/FactList.tsx'
import { Sheet } from '../design/Sheet/Sheet.tsx'
import { Skeleton } from '../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { valueOf } from '../core/state/reading.ts'
import { GALX_POOLS, multiplierText, percentText, type GalxPool } from './model.ts'
import { useChainNow } from './useChainNow.ts'
import styles from './CalculationSheet.module.css'

/** How the reward comes about: the contract's formula with the numbers of this account, as read from the chain. */
export default function CalculationSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const texts = useTexts().galx
  const config = useConfig()
  return (
    <Sheet open={open} onClose={onClose} title={texts.how.title}>
      <div className={styles.body}>
        <p className={styles.formula}>{texts.how.formula}</p>
        <p className={styles.lead}>{texts.how.lead}</p>
        {GALX_POOLS.map((key) => (
          <PoolReckoning key={key} pool={key} />
        ))}
        <p className={styles.lead}>
          {texts.how.multiplier(multiplierText(config?.pools.galxMcm?.tiers[0]?.multiplierBps ?? 15_000))}{' '}
          {texts.how.rounding}
        </p>
        {config !== null && (
          <p className={styles.contract}>
            <span>{texts.how.contract}</span>
            <AddressTag address={config.contracts.StakingPools} explorerUrl={config.explorerUrl} />
          </p>
        )}
      </div>
    </Sheet>
  )
}

function PoolReckoning({ pool: key }: { pool: GalxPool }) {
  const texts = useTexts().galx
  const connected = useAppStore((state) => state.address !== null)
  const head = useChainStore((state) => state.head)
  const pool = useChainStore((state) => valueOf(state.pools[key]))
  const account = useChainStore((state) => valueOf(state.accounts[key]))
  const now = useChainNow(1_000)

  const facts = []
  if (pool === undefined || now === null || head === null) {
    facts.push({ label: texts.how.rate, value: <Skeleton inline width="8em" /> })
  } else {
    facts.push(
      { label: texts.how.rate, value: <Amount value={pool.rewardRate} token="GALX" most={9} /> },
      { label: texts.how.total, value: <Amount value={pool.totalWeight} /> },
    )
    if (connected && account !== undefined && account.weight > 0n) {
      const earned = earnedAt(account, pool, now)
      facts.push(
        { label: texts.how.own, value: <Amount value={account.weight} /> },
        { label: texts.how.share, value: percentText(account.weight, pool.totalWeight) ?? texts.unknown },
        {
          label: texts.how.day,
          value: <Amount value={ratePerDay(pool, account.weight, now) ?? 0n} token="GALX" />,
        },
        {
          label: texts.how.settled(groupThousands(head.number.toString())),
          value: <Amount value={account.earned} token="GALX" least={6} />,
        },
        {
          label: texts.how.since,
          value: <Amount value={earned - account.earned} token="GALX" least={6} gain />,
        },
      )
    }
  }
  return (
    <section className={styles.pool}>
      <h3>{texts.poolName[key]}</h3>
      <FactList facts={facts} />
      {connected && account?.weight === 0n && <p className={styles.lead}>{texts.how.noStake}</p>}
    </section>
  )
}
