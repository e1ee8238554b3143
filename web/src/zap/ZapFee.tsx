import type { ExchangeTerms, Quote } from '@galx/protocol/exchange'
import type { PoolKey } from '@galx/protocol/products'
import type { WebPool } from '@galx/protocol/webConfig'
import { combine } from '../core/state/combine.ts'
import { mapReading, type Reading } from '../core/state/reading.ts'
import { useAppStore } from '../core/state/appStore.ts'
import type { NetworkFee } from '../core/transactions/networkFee.ts'
import { NetworkFeeText, useNetworkFee } from '../staking/preview/NetworkFeeFact.tsx'
import type { Asset } from '../swap/assets.ts'
import { feeCall } from '../swap/SwapFee.tsx'

export type ZapFeeProps = {
  poolKey: PoolKey
  pool: WebPool
  tier: number
  coin: Asset
  quote: Quote
  terms: ExchangeTerms
  /** the stake, wei */
  least: bigint
}

/** The network fee of the swap and of the stake, in one sum. */
export function useZapFee({
  poolKey,
  pool,
  tier,
  coin,
  quote,
  terms,
  least,
}: ZapFeeProps): Reading<NetworkFee | null> {
  const account = useAppStore((state) => state.address)
  const swap = useNetworkFee(feeCall({ from: coin, to: pool.stakeToken, quote, terms }, account))
  const stake = useNetworkFee({ name: 'stake', pool: poolKey, amount: least, tier, inviter: null })
  return mapReading(combine([swap, stake]), ([one, other]) =>
    one === null || other === null
      ? null
      : { wei: one.wei + other.wei, from: one.from === other.from ? one.from : 'typical' },
  )
}

export function ZapFee(props: ZapFeeProps) {
  return <NetworkFeeText reading={useZapFee(props)} />
}
