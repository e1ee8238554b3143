import { Suspense, useState } from 'react'
import { impactGuard } from '@galx/protocol/exchange'
import { codeOf } from '../../core/state/codeOf.ts'
import { runTransaction } from '../../core/transactions/runTransaction.ts'
import { Banner } from '../../design/Banner/Banner.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { FactList, type Fact } from '../../design/FactList/FactList.tsx'
import { Sheet } from '../../design/Sheet/Sheet.tsx'
import { lazyOrFallback } from '../../design/lazy.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import styles from '../../swap/swap.module.css'
import { assetText, costText } from '../../swap/format.ts'
import { ImpactTag } from '../../swap/OfferFacts.tsx'
import { Simulated } from '../../swap/Simulated.tsx'
import { isTyped, promisedBy, type SwapPreview } from '../../swap/swapModel.ts'
import { TypedImpact } from '../../swap/TypedImpact.tsx'
import { isMoved, mayBeSent, useSimulation, type Measured } from '../../swap/useSimulation.ts'
import { stakingTexts } from '../../staking/texts.ts'
import { SwapFee } from '../../swap/SwapFee.tsx'
import { swapTexts } from '../../swap/texts.ts'
import { useProtection } from '../../swap/useProtection.ts'

const ReasonText = lazyOrFallback(() => import('../../swap/ReasonText.tsx'))

export type ConfirmSheetProps = {
  /** the swap to confirm; null: the sheet is closed */
  preview: SwapPreview | null
  onClose: () => void
  onSent: () => void
}

/** The swap before it is signed: the quote at a block, the simulated result, and the least amount that the contract enforces. */
export function ConfirmSheet({ preview, onClose, onSent }: ConfirmSheetProps) {
  const texts = useTexts(swapTexts).confirm
  const [typed, setTyped] = useState('')
  const outcome = useSimulation(preview)
  const mustType = preview !== null && impactGuard(preview.quote.impactBps) === 'typed'
  const ready =
    preview !== null && mayBeSent(preview, outcome) && (!mustType || isTyped(typed, preview.quote.impactBps))

  function close() {
    setTyped('')
    onClose()
  }
  async function send() {
    if (preview === null || !ready) return
    const code = await codeOf(import('../../swap/swapIntent.ts'))
    if (code === null) return
    close()
    const record = await runTransaction(code.swapIntent(preview))
    if (record?.sentAt != null) onSent()
  }

  return (
    <Sheet
      open={preview !== null}
      onClose={close}
      title={texts.title}
      footer={
        <Button wide disabled={!ready} variant={ready ? 'primary' : 'secondary'} onClick={() => void send()}>
          {texts.send}
        </Button>
      }
    >
      {preview !== null && (
        <div className={styles.stack}>
          <PreviewFacts preview={preview} outcome={outcome} />
          {isMoved(preview, outcome) && <Banner kind="bad">{texts.moved}</Banner>}
          {outcome?.kind === 'reverted' && (
            <Banner kind="bad">
              <Suspense>
                <ReasonText problem={outcome.problem} />
              </Suspense>
            </Banner>
          )}
          {mustType && <TypedImpact impactBps={preview.quote.impactBps} text={typed} onText={setTyped} />}
          {preview.from !== 'BNB' && <p className={styles.note}>{texts.approveFirst}</p>}
        </div>
      )}
    </Sheet>
  )
}

function PreviewFacts({ preview, outcome }: { preview: SwapPreview; outcome: Measured }) {
  const texts = useTexts(swapTexts)
  const { confirm, facts: labels } = texts
  const protection = useProtection()
  const { networkFee } = useTexts(stakingTexts).stake
  const { from, to, quote, settings } = preview
  const facts: Fact[] = [
    { label: confirm.pays, value: <b>{costText(quote.amountIn, from)}</b> },
    {
      label: confirm.quoted(preview.block.toLocaleString('en-US')),
      value: assetText(quote.amountOut, to),
    },
    { label: confirm.simulated, value: <Simulated preview={preview} outcome={outcome} /> },
    { label: labels.least, value: <b>{assetText(promisedBy(preview), to)}</b> },
    {
      label: labels.impact,
      value: <ImpactTag offer={{ quote, guard: impactGuard(quote.impactBps) }} />,
    },
    { label: networkFee, value: <SwapFee {...preview} /> },
    { label: confirm.validFor, value: confirm.minutes(settings.minutes) },
    {
      label: confirm.protection,
      value: texts.protection[protection.state],
    },
  ]
  return <FactList facts={facts} />
}
