/** The exchange's pairs for the indexer: one source for each pair whose prices are stored. */
import type { Deployment } from '@galx/protocol/deployment'
import { hasPriceHistory, pairPrice } from '@galx/protocol/exchange'
import type { SwapSymbol } from '@galx/protocol/products'
import { InconsistentEventsError, type Source } from '../../ledger/source.ts'
import { decodePairEvent, SWAP_TOPIC, SYNC_TOPIC, type PairEvent } from './events.ts'
import { Periods } from './periods.ts'
import { writePeriods } from './pricePeriods.ts'

/** Tables that only these sources write. `reindex` empties them. */
export const PRICE_TABLES = ['price_periods']

export function priceSources(deployment: Deployment): readonly Source<PairEvent>[] {
  return deployment.pairs.filter(hasPriceHistory).map((pair) => priceSource(deployment, pair))
}

function priceSource(
  deployment: Deployment,
  { base, quote, address }: Deployment['pairs'][number],
): Source<PairEvent> {
  // A pair's first token is the token with the lower address.
  const baseFirst = BigInt(tokenAddress(deployment, base)) < BigInt(tokenAddress(deployment, quote))
  return {
    name: `pair ${base}/${quote}`,
    address,
    topics: [SYNC_TOPIC, SWAP_TOPIC],
    decoderVersion: 1,
    decode: decodePairEvent,
    accountsOf: () => [],
    begin: (_sql, { timeOf }) => {
      const periods = new Periods()
      let priced: string | null = null
      return Promise.resolve({
        apply: (event) => {
          if (event.kind === 'sync') {
            const { reserve0, reserve1 } = event
            const price = baseFirst ? pairPrice(reserve0, reserve1) : pairPrice(reserve1, reserve0)
            // If all liquidity was withdrawn, there is no price.
            if (price !== null) periods.price(timeOf(event.block), price)
            priced = event.txHash
            return
          }
          if (priced !== event.txHash)
            throw new InconsistentEventsError(
              `the swap at log ${event.logIndex} of block ${event.block} has no reserves before it`,
            )
          if (baseFirst) periods.swap(event.amount0, event.amount1)
          else periods.swap(event.amount1, event.amount0)
        },
        write: (sql) => writePeriods(sql, address, periods.list()),
      })
    },
  }
}

function tokenAddress({ tokens, contracts }: Deployment, symbol: SwapSymbol): string {
  return symbol === 'WBNB' ? contracts.WrappedNative.address : tokens[symbol].address
}
