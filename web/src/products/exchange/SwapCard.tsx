import { useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { balanceOf } from '../../core/chain/reads.ts'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { cleanAmount, type Inserted } from '../../core/money/cleanAmount.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import { clearIfUnchanged } from '../../core/transactions/clearIfUnchanged.ts'
import { ReadingAmount } from '../../design/Amount/Amount.tsx'
import { AmountField } from '../../design/AmountField/AmountField.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { Card } from '../../design/Card/Card.tsx'
import { classNames } from '../../design/classNames.ts'
import { Icon } from '../../design/Icon/Icon.tsx'
import { TokenBadge } from '../../design/TokenBadge/TokenBadge.tsx'
import { formatUnits } from '@galx/protocol/units'
import { minimumReceived } from '@galx/protocol/exchange'
import { useTexts } from '../../i18n/useTexts.ts'
import { balanceKeyOf, type Asset } from '../../swap/assets.ts'
import styles from '../../swap/swap.module.css'
import { exchangeRead } from '../../swap/exchangeRead.ts'
import { assetText, paidField, receivedField } from '../../swap/format.ts'
import { ImpactNotice } from '../../swap/ImpactNotice.tsx'
import { OfferFacts } from '../../swap/OfferFacts.tsx'
import { SettingsSheet } from '../../swap/SettingsSheet.tsx'
import { slippageText, useSwapSettings } from '../../swap/settings.ts'
import { SwapButton } from './SwapButton.tsx'
import { mostPayable, offerFor, type Offer, type Trade } from '../../swap/swapModel.ts'
import { swapTexts } from '../../swap/texts.ts'
import { exchangeTexts } from './texts.ts'
import { TokenPicker } from '../../swap/TokenPicker.tsx'

export type SwapCardProps = {
  trade: Trade
  onTrade: Dispatch<SetStateAction<Trade>>
}

function clean(raw: string, inserted?: Inserted) {
  return cleanAmount(raw, inserted, 18)
}

/** The swap: two amounts, one of them typed, the offer at this block, and the one next step. */
export function SwapCard({ trade, onTrade }: SwapCardProps) {
  const texts = useTexts(exchangeTexts)
  const { facts, picker, settingsButton } = useTexts(swapTexts)
  const [picking, setPicking] = useState<'from' | 'to' | null>(null)
  const [settingsOpen, setSettingsOpen] = useState(false)
  const legs = useRef<HTMLDivElement>(null)
  const settings = useSwapSettings()
  const exchange = useChainRead(exchangeRead)
  const connected = useAppStore((state) => state.address !== null)
  const balance = useChainRead(balanceOf(balanceKeyOf(trade.from)))
  const offer = offerFor(trade, exchange)
  const state = valueOf(exchange)
  const terms = state?.terms
  const most = mostPayable(trade.from, balance)
  const least = offer.kind === 'swap' ? minimumReceived(offer.amountOut, BigInt(settings.slippageBps)) : null

  const type = (side: Trade['side'], text: string) => onTrade({ ...trade, side, text })
  const pay = (amount: bigint) => type('in', formatUnits(amount))

  function choose(asset: Asset) {
    const side = picking
    setPicking(null)
    if (side === null) return
    const other = side === 'from' ? 'to' : 'from'
    // Choosing the other side's token reverses the trade.
    onTrade({ ...trade, [side]: asset, ...(trade[other] === asset && { [other]: trade[side] }) })
  }

  return (
    <Card>
      <div className={styles.stack}>
        <div className={styles.between}>
          <span className={styles.note}>{state && facts.quotedAt(state.block.toLocaleString('en-US'))}</span>
          <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setSettingsOpen(true)}>
            {settingsButton(slippageText(settings.slippageBps))}
          </Button>
        </div>
        <div ref={legs} className={styles.legs}>
          <AmountField
            label={texts.pay}
            token={trade.from}
            value={shownText(trade, offer, 'in')}
            onChange={(text) => type('in', text)}
            clean={clean}
            picker={<PickButton asset={trade.from} onOpen={() => setPicking('from')} />}
            balance={connected ? <PaidBalance asset={trade.from} most={most} onAll={pay} /> : undefined}
          />
          <button
            type="button"
            className={styles.flip}
            aria-label={texts.flip}
            onClick={() => onTrade({ ...trade, from: trade.to, to: trade.from, side: 'in' })}
          >
            <Icon name="swap" size={20} />
          </button>
          <AmountField
            label={texts.receive}
            token={trade.to}
            value={shownText(trade, offer, 'out')}
            onChange={(text) => type('out', text)}
            clean={clean}
            picker={<PickButton asset={trade.to} onOpen={() => setPicking('to')} />}
            balance={connected ? <Balance asset={trade.to} /> : undefined}
          />
        </div>
        {offer.kind === 'swap' && terms !== undefined && least !== null && (
          <OfferFacts from={trade.from} to={trade.to} offer={offer} terms={terms} least={least} />
        )}
        <OfferNote offer={offer} />
        <ImpactNotice trade={trade} offer={offer} exchange={exchange} most={most} onAmount={pay} />
        <SwapButton
          trade={trade}
          offer={offer}
          exchange={exchange}
          balance={balance}
          onEnter={() => legs.current?.querySelector('input')?.focus()}
          // Uses the present tokens: others may have been chosen while the wallet was open.
          onSent={() => onTrade((now) => ({ ...now, text: clearIfUnchanged(trade.text, '')(now.text) }))}
        />
        {least !== null && (
          <p className={classNames(styles.note, styles.center)}>{texts.under(assetText(least, trade.to))}</p>
        )}
      </div>
      <TokenPicker
        open={picking !== null}
        title={picking === 'to' ? picker.receive : picker.pay}
        chosen={picking === 'to' ? trade.to : trade.from}
        onChoose={choose}
        onClose={() => setPicking(null)}
      />
      <SettingsSheet open={settingsOpen} onClose={() => setSettingsOpen(false)} />
    </Card>
  )
}

/** An amount field's text: the typed text, or the offer's amount. */
function shownText(trade: Trade, offer: Offer, side: Trade['side']): string {
  if (trade.side === side) return trade.text
  if (!('amountIn' in offer)) return ''
  return side === 'in' ? paidField(offer.amountIn, trade.from) : receivedField(offer.amountOut, trade.to)
}

/** The note on a special offer: the coin and its wrapped form trade one for one; some tokens take a fee on transfers. */
function OfferNote({ offer }: { offer: Offer }) {
  const texts = useTexts(exchangeTexts)
  const { facts } = useTexts(swapTexts)
  // Each note has its own key: a note that replaces another note is a new element, not a moved element.
  if (offer.kind === 'wrap' || offer.kind === 'unwrap')
    return (
      <p key="oneToOne" className={styles.note}>
        {facts.oneToOne}
      </p>
    )
  if (offer.kind !== 'swap' || offer.quote.transferFee === 0n) return null
  return (
    <p key="fee" className={styles.note}>
      {texts.feeNote}{' '}
      <a className={styles.inline} href="#/aaaJiJin">
        {texts.feeLink}
      </a>
    </p>
  )
}

type PaidBalanceProps = {
  asset: Asset
  /** the greatest amount that can be paid; null while unknown */
  most: bigint | null
  onAll: (most: bigint) => void
}

function PaidBalance({ asset, most, onAll }: PaidBalanceProps) {
  const texts = useTexts(exchangeTexts)
  return (
    <>
      <Balance asset={asset} />
      <button
        type="button"
        className={styles.link}
        disabled={most === null}
        onClick={() => most !== null && onAll(most)}
      >
        {texts.all}
      </button>
    </>
  )
}

function Balance({ asset }: { asset: Asset }) {
  const balance = useChainRead(balanceOf(balanceKeyOf(asset)))
  return <ReadingAmount reading={balance} least={2} width={7} />
}

function PickButton({ asset, onOpen }: { asset: Asset; onOpen: () => void }) {
  const texts = useTexts(exchangeTexts)
  return (
    <button
      type="button"
      className={styles.pick}
      aria-haspopup="dialog"
      aria-label={texts.chooseToken(asset)}
      onClick={onOpen}
    >
      <TokenBadge symbol={asset} withName />
      <Icon name="down" size={16} />
    </button>
  )
}
