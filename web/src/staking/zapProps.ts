/** The parts with which another token pays a stake. A page passes them to the kit, which knows no exchange. */
import type { PoolKey } from '@galx/protocol/products'
import type { WebPool } from '@galx/protocol/webConfig'
import type { ComponentType } from 'react'
import type { Coin } from '../core/transactions/calls/callFile.ts'

/**
 * In their order on the card: the amount to pay, in place of the amount to stake; the choice of the token that pays; the expected result and the
 * button, in place of the kit's own.
 */
export type ZapPart = 'amount' | 'row' | 'rest'

export type ZapProps = {
  poolKey: PoolKey
  pool: WebPool
  /** the chosen tier's index */
  tier: number
  /** the configuration has loaded, and a term is chosen */
  ready: boolean
  /** the token that pays. The pool's own token pays without a swap: then only the row is drawn */
  coin: Coin
  /** called with the chosen token */
  onCoin: (coin: Coin) => void
  /** the amount field's text */
  text: string
  onText: (text: string) => void
  /** called when pressed without an amount: moves to the field */
  onEnter: () => void
  /** called after the first transaction was sent */
  onSent: () => void
}

export type ZapParts = ComponentType<ZapProps & { part: ZapPart }>
