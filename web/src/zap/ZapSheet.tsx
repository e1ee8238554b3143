import { impactGuard } from '@galx/protocol/exchange'
import type { PoolKey } from '@galx/protocol/products'
import type { WebPool } from '@galx/protocol/webConfig'
import { Suspense, useEffect, useState } from 'react'
import { balanceOf } from '../core/chain/reads.ts'
import { useChainRead } from '../core/chain/useChainRead.ts'
import { codeOf } from '../core/state/codeOf.ts'
import { valueOf } from '../core/state/reading.ts'
import { sendLinked } from '../core/transactions/sendLinked.ts'
import { Banner } from '../design/Banner/Banner.tsx'
import { Button } from '../design/Button/Button.tsx'
import { FactList } from '../design/FactList/FactList.tsx'
import { lazyOrFallback } from '../design/lazy.tsx'
import { Sheet } from '../design/Sheet/Sheet.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { NetworkFeeText } from '../staking/preview/NetworkFeeFact.tsx'
import { StakeFacts } from '../staking/StakeFacts.tsx'
import { stakingTexts } from '../staking/texts.ts'
import { assetText, costText } from '../swap/format.ts'
import { costFacts, ImpactTag } from '../swap/OfferFacts.tsx'
import { Simulated } from '../swap/Simulated.tsx'
import { isTyped, promisedBy, type SwapPreview } from '../swap/swapModel.ts'
import { swapTexts } from '../swap/texts.ts'
import { TypedImpact } from '../swap/TypedImpact.tsx'
import { useProtection } from '../swap/useProtection.ts'
import { isMoved, mayBeSent, useSimulation, type Measured } from '../swap/useSimulation.ts'
import { zapTexts } from './texts.ts'
import styles from './zap.module.css'
import { coversFee } from './zapModel.ts'
import { useZapFee } from './ZapFee.tsx'

const ReasonText = lazyOrFallback(() => import('../swap/ReasonText.tsx'))

/** A swap and its stake, to confirm. The quote stays fixed while new blocks arrive. */
export type Zap = {
  preview: SwapPreview
  poolKey: PoolKey
  pool: WebPool
  tier: number
}

export type ZapSheetProps = {
  /** null: the sheet is closed */
  zap: Zap | null
  onClose: () => void
  /** called after the first transaction was sent */
  onSent: () => void
}

/** Swap and stake before they are signed: the payment, the least amount, which is staked, every cost, and the result of the stake. */
export function ZapSheet({ zap, onClose, onSent }: ZapSheetProps) {
  const texts = useTexts(zapTexts)
  const { confirm } = useTexts(swapTexts)
  const [typed, setTyped] = useState('')
  const [affordable, setAffordable] = useState(true)
  const preview = zap?.preview ?? null
  const measured = useSimulation(preview)
  const mustType = preview !== null && impactGuard(preview.quote.impactBps) === 'typed'
  const confirmed = preview !== null && (!mustType || isTyped(typed, preview.quote.impactBps))
  // A sponsor of the wallet may pay the fee. No sponsor pays a payment in BNB.
  const needsFee = preview?.from === 'BNB'
  const ready = preview !== null && confirmed && (affordable || !needsFee) && mayBeSent(preview, measured)

  function close() {
    setTyped('')
    onClose()
  }
  async function send() {
    if (zap === null || !ready) return
    const code = await codeOf(import('./zapIntents.ts'))
    if (code === null) return
    close()
    const { poolKey, pool, tier } = zap
    const record = await sendLinked(code.zapIntents(zap.preview, poolKey, pool, tier))
    if (record !== null && (record.sentAt !== null || record.after !== undefined)) onSent()
  }

  return (
    <Sheet
      open={zap !== null}
      onClose={close}
      title={texts.sheet.title}
      footer={
        <Button wide disabled={!ready} variant={ready ? 'primary' : 'secondary'} onClick={() => void send()}>
          {confirm.send}
        </Button>
      }
    >
      {zap !== null && preview !== null && (
        <div className={styles.stack}>
          <ZapFacts zap={zap} measured={measured} onAffordable={setAffordable} />
          {!affordable && <Banner kind={needsFee ? 'bad' : 'warning'}>{texts.noFee}</Banner>}
          {isMoved(preview, measured) && <Banner kind="bad">{confirm.moved}</Banner>}
          {measured?.kind === 'reverted' && (
            <Banner kind="bad">
              <Suspense>
                <ReasonText problem={measured.problem} />
              </Suspense>
            </Banner>
          )}
          {mustType && <TypedImpact impactBps={preview.quote.impactBps} text={typed} onText={setTyped} />}
          <p className={styles.note}>{texts.sheet.steps}</p>
        </div>
      )}
    </Sheet>
  )
}

type ZapFactsProps = { zap: Zap; measured: Measured; onAffordable: (affordable: boolean) => void }

function ZapFacts({ zap, measured, onAffordable }: ZapFactsProps) {
  const { preview, poolKey, pool, tier } = zap
  const { from, to, quote, terms, settings } = preview
  const texts = useTexts(zapTexts)
  const swap = useTexts(swapTexts)
  const { confirm, facts } = swap
  const { networkFee } = useTexts(stakingTexts).stake
  const protection = useProtection()
  const least = promisedBy(preview)
  const fee = useZapFee({ poolKey, pool, tier, coin: from, quote, terms, least })
  const native = valueOf(useChainRead(balanceOf('native')))
  const affordable = coversFee(from, quote.amountIn, native, valueOf(fee)?.wei)
  useEffect(() => onAffordable(affordable), [affordable, onAffordable])
  return (
    <>
      <FactList
        facts={[
          { label: texts.sheet.pays, value: <b>{costText(quote.amountIn, from)}</b> },
          { label: texts.least, value: <b>{assetText(least, to)}</b> },
        ]}
      />
      <p className={styles.note}>{texts.rest(to)}</p>
      <FactList
        facts={[
          {
            label: confirm.quoted(preview.block.toLocaleString('en-US')),
            value: assetText(quote.amountOut, to),
          },
          { label: confirm.simulated, value: <Simulated preview={preview} outcome={measured} /> },
          {
            label: facts.impact,
            value: <ImpactTag offer={{ quote, guard: impactGuard(quote.impactBps) }} />,
          },
          ...costFacts(from, to, quote, terms, facts),
          { label: networkFee, value: <NetworkFeeText reading={fee} /> },
          { label: confirm.validFor, value: confirm.minutes(settings.minutes) },
          { label: confirm.protection, value: swap.protection[protection.state] },
        ]}
      />
      <h3 className={styles.heading}>{texts.sheet.stake}</h3>
      <StakeFacts poolKey={poolKey} pool={pool} known tier={tier} amount={least} networkFee={null} />
    </>
  )
}
