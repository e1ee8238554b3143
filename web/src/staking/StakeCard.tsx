import type { WebPool } from '@galx/protocol/webConfig'
import { useRef, useState } from 'react'
import { useChainStore } from '../core/chain/chainStore.ts'
import { useConfig } from '../core/config/configStore.ts'
import { ReadingAmount } from '../design/Amount/Amount.tsx'
import { AmountField } from '../design/AmountField/AmountField.tsx'
import { Card } from '../design/Card/Card.tsx'
import { SegmentedControl } from '../design/SegmentedControl/SegmentedControl.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { cleanAmount } from '../core/money/cleanAmount.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { LOADING } from '../core/state/reading.ts'
import { connectWallet } from '../core/wallet/connect.ts'
import { multiplierText, type GalxPool } from './model.ts'
import { PairLeg } from './PairLeg.tsx'
import { missingToken, mostStakeable, readAmount, shareText } from './stakeModel.ts'
import { StakeButton } from './StakeButton.tsx'
import { StakeFacts } from './StakeFacts.tsx'
import styles from './StakeCard.module.css'

/** What the card shows before the configuration is there, so that nothing jumps: the usual GALX pool, without numbers. */
const SHAPE: WebPool = {
  id: '0',
  stakeToken: 'GALX',
  pairToken: null,
  pairRatio: '0',
  rewardToken: 'GALX',
  tiers: [{ duration: 0, multiplierBps: 10_000, penaltyBps: 0 }],
}

/** Staking GALX, or GALX and MCM together. */
export function StakeCard() {
  const texts = useTexts().galx
  const config = useConfig()
  const [key, setKey] = useState<GalxPool>('galx')
  const [text, setText] = useState('')
  const entry = useRef<HTMLDivElement>(null)
  const balances = useChainStore((state) => state.balances)
  const connected = useAppStore((state) => state.address !== null)
  const pool = config?.pools[key] ?? SHAPE
  const pair = config?.pools.galxMcm

  const amount = readAmount(text)
  const most = mostStakeable(pool, balances)
  const missing = connected && amount !== null ? missingToken(pool, amount, balances) : null
  const ownShort = missing === pool.stakeToken

  return (
    <Card className={styles.card}>
      <SegmentedControl
        label={texts.stake.label}
        value={key}
        onChange={setKey}
        options={[
          { value: 'galx', label: texts.stake.single },
          {
            value: 'galxMcm',
            label: texts.stake.pair(multiplierText(pair?.tiers[0]?.multiplierBps ?? 15_000)),
          },
        ]}
      />
      <div ref={entry} className={styles.entry}>
        <AmountField
          label={texts.stake.amount}
          value={text}
          onChange={setText}
          clean={cleanAmount}
          token={pool.stakeToken}
          balance={
            connected ? (
              <ReadingAmount reading={balances[pool.stakeToken] ?? LOADING} least={2} width={7} />
            ) : undefined
          }
          onShare={(percent) => {
            // Always there, so that nothing jumps when the balance comes; without a wallet they lead to one.
            if (most !== null) setText(shareText(most, percent))
            else if (!connected) void connectWallet()
          }}
          error={ownShort ? texts.stake.short(pool.stakeToken) : undefined}
        />
      </div>
      {pool.pairToken !== null && (
        <PairLeg
          token={pool.pairToken}
          ratio={BigInt(pool.pairRatio)}
          amount={amount}
          balance={connected ? (balances[pool.pairToken] ?? LOADING) : null}
          short={missing === pool.pairToken}
        />
      )}
      <StakeFacts pool={key} configuration={pool} amount={amount} />
      <StakeButton
        poolKey={key}
        pool={pool}
        ready={config?.pools[key] !== undefined}
        text={text}
        onEnter={() => entry.current?.querySelector('input')?.focus()}
        onSent={() => setText('')}
      />
    </Card>
  )
}
