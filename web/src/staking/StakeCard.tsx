import type { PoolKey } from '@galx/protocol/products'
import { Suspense, useEffect, useRef, useState } from 'react'
import { balancesOf } from '../core/chain/reads.ts'
import { useChainReads } from '../core/chain/useChainRead.ts'
import { useConfig } from '../core/config/configStore.ts'
import { cleanAmount } from '../core/money/cleanAmount.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { LOADING } from '../core/state/reading.ts'
import type { Coin } from '../core/transactions/calls/callFile.ts'
import { clearIfUnchanged } from '../core/transactions/clearIfUnchanged.ts'
import { connectWallet } from '../core/wallet/connectWallet.ts'
import { ReadingAmount } from '../design/Amount/Amount.tsx'
import { AmountField } from '../design/AmountField/AmountField.tsx'
import { Card } from '../design/Card/Card.tsx'
import { lazyWithRetry } from '../design/lazy.tsx'
import { SegmentedControl } from '../design/SegmentedControl/SegmentedControl.tsx'
import { Skeleton } from '../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { multiplierText } from './format.ts'
import { hasTerms, poolTokens, usePool, type StakingProduct } from './product.ts'
import { StakeButton } from './StakeButton.tsx'
import { StakeFacts } from './StakeFacts.tsx'
import { missingToken, mostStakeable, readAmount, shareText } from './stakeModel.ts'
import type { TermParts } from './termParts.ts'
import { stakingTexts } from './texts.ts'
import styles from './StakeCard.module.css'
import type { ZapPart, ZapParts } from './zapProps.ts'

// Needed only once the pair is chosen.
const PairLeg = lazyWithRetry(() => import('./PairLeg.tsx'))

export type StakeCardProps = {
  product: StakingProduct
  /** The tier chosen at first, or a shorter term if the pool's budget ends earlier. */
  firstTier?: number | undefined
  /** Present if one of the product's pools has terms. */
  terms?: TermParts | undefined
  /** Present if another token may pay a stake. */
  zap?: ZapParts | undefined
  /** Is told whether the amount field has text. */
  onTyped?: ((typed: boolean) => void) | undefined
}

/** Stakes in a product: the pool, the amount, the term if the pool has terms, and the expected result before anything is signed. */
export function StakeCard({ product, firstTier = 0, terms, zap, onTyped }: StakeCardProps) {
  const texts = useTexts(stakingTexts)
  const [key, setKey] = useState<PoolKey>(product.pools[0])
  const [text, setText] = useState('')
  const typed = text !== ''
  useEffect(() => onTyped?.(typed), [onTyped, typed])
  const [tier, setTier] = useState<number | null>(null)
  const [paid, setPaid] = useState<Coin | null>(null)
  const entry = useRef<HTMLDivElement>(null)
  const { pool, known } = usePool(product, key)
  const tokens = pool.pairToken === null ? [pool.stakeToken] : [pool.stakeToken, pool.pairToken]
  const balances = useChainReads(balancesOf(tokens))
  const connected = useAppStore((state) => state.address !== null)

  const amount = readAmount(text)
  const most = mostStakeable(pool, balances)
  const missing = connected && amount !== null ? missingToken(pool, amount, balances) : null
  const term = hasTerms(pool)
  const chosen = Math.min(tier ?? firstTier, pool.tiers.length - 1)
  const picked = terms !== undefined && pool.tiers.length > 1
  // Facts of a term appear only once the term is chosen, because other facts would move them.
  const ready = known && (tier !== null || !picked)
  // A pair needs two tokens, and one swap gives one.
  const Zap = known && connected && pool.pairToken === null ? zap : undefined
  const coin = Zap && paid
  const zapPart = (part: ZapPart, height: string) =>
    Zap && (
      <Suspense fallback={<Skeleton shape="block" height={height} />}>
        <Zap
          part={part}
          poolKey={key}
          pool={pool}
          tier={chosen}
          ready={ready}
          text={text}
          coin={coin ?? pool.stakeToken}
          onText={setText}
          onCoin={(next) => {
            setText('')
            setPaid(next === pool.stakeToken ? null : next)
          }}
          onEnter={focus}
          onSent={sent}
        />
      </Suspense>
    )
  const focus = () => entry.current?.querySelector('input')?.focus()
  // The text that was sent; another amount may have been typed while the wallet was open.
  const sent = () => setText(clearIfUnchanged(text, ''))

  // The pools of a product take the same token. An amount of another token is no amount of that token.
  const changePool = (next: PoolKey) => {
    if (paid) setText('')
    setKey(next)
  }

  return (
    <Card className={styles.card}>
      {product.pools.length > 1 && <PoolSwitch product={product} value={key} onChange={changePool} />}
      <div ref={entry} className={styles.entry}>
        {coin ? (
          zapPart('amount', '170px')
        ) : (
          <AmountField
            label={term ? texts.stake.termAmount : texts.stake.amount}
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
              // The share buttons are always drawn, so that nothing moves when the balance appears. Without a wallet the buttons connect one.
              if (most !== null) setText(shareText(most, percent))
              else if (!connected) void connectWallet()
            }}
            error={missing === pool.stakeToken ? texts.stake.short(pool.stakeToken) : undefined}
          />
        )}
      </div>
      {pool.pairToken !== null && (
        <Suspense fallback={<Skeleton shape="block" height="104px" />}>
          <PairLeg
            token={pool.pairToken}
            stakeToken={pool.stakeToken}
            ratio={BigInt(pool.pairRatio)}
            amount={amount}
            balance={connected ? (balances[pool.pairToken] ?? LOADING) : null}
            short={missing === pool.pairToken}
          />
        </Suspense>
      )}
      {zapPart('row', '44px')}
      {picked && (
        <terms.TierPicker
          poolKey={key}
          pool={pool}
          known={known}
          value={tier === null ? null : chosen}
          wished={chosen}
          onChange={setTier}
        />
      )}
      {coin ? (
        zapPart('rest', '280px')
      ) : (
        <>
          <StakeFacts poolKey={key} pool={pool} known={ready} tier={chosen} amount={amount} />
          <StakeButton
            poolKey={key}
            pool={pool}
            tier={chosen}
            ready={ready}
            text={text}
            onEnter={focus}
            onSent={sent}
          />
        </>
      )}
    </Card>
  )
}

/** The choice between two or more pools of one product, by their tokens and the multiplier of their flexible tier. */
function PoolSwitch({
  product,
  value,
  onChange,
}: {
  product: StakingProduct
  value: PoolKey
  onChange: (key: PoolKey) => void
}) {
  const texts = useTexts(stakingTexts).stake
  const pools = useConfig()?.pools
  return (
    <SegmentedControl
      label={texts.label}
      value={value}
      onChange={onChange}
      options={product.pools.map((key) => {
        const pool = pools?.[key] ?? product.outlines[key]
        const tokens = pool === undefined ? key : poolTokens(pool)
        const multiplierBps = pools?.[key]?.tiers[0]?.multiplierBps ?? 10_000
        return {
          value: key,
          label: multiplierBps === 10_000 ? tokens : texts.pair(tokens, multiplierText(multiplierBps)),
        }
      })}
    />
  )
}
