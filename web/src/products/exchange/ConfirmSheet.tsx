import { Suspense, useEffect, useId, useState, type ReactNode } from 'react'
import { impactGuard } from '@galx/protocol/exchange'
import { useHead } from '../../core/chain/useChainRead.ts'
import { currentConfig } from '../../core/config/configStore.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { codeOf } from '../../core/state/codeOf.ts'
import { runTransaction } from '../../core/transactions/runTransaction.ts'
import { Banner } from '../../design/Banner/Banner.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { FactList, type Fact } from '../../design/FactList/FactList.tsx'
import { Sheet } from '../../design/Sheet/Sheet.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { lazyOrFallback } from '../../design/lazy.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import styles from './Exchange.module.css'
import { assetText, costText } from './format.ts'
import { ImpactTag } from './OfferFacts.tsx'
import type { Simulation } from './simulateSwap.ts'
import { impactText, isTyped, promisedBy, type SwapPreview } from './swapModel.ts'
import { stakingTexts } from '../../staking/texts.ts'
import { SwapFee } from './SwapFee.tsx'
import { exchangeTexts } from './texts.ts'
import { useProtection } from './useProtection.ts'

const ReasonText = lazyOrFallback(() => import('./ReasonText.tsx'))

/** The simulation's result; null before its first answer. */
type Outcome = Simulation | { kind: 'unreachable' } | null

export type ConfirmSheetProps = {
  /** the swap to confirm; null: the sheet is closed */
  preview: SwapPreview | null
  onClose: () => void
  onSent: () => void
}

/** The swap before it is signed: the quote at a block, the simulated result, and the least amount that the contract enforces. */
export function ConfirmSheet({ preview, onClose, onSent }: ConfirmSheetProps) {
  const texts = useTexts(exchangeTexts).confirm
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
    const code = await codeOf(import('./swapIntent.ts'))
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

/** Whether the swap would now give less than the preview's least amount. */
function isMoved(preview: SwapPreview, outcome: Outcome): boolean {
  return outcome?.kind === 'received' && outcome.amount < promisedBy(preview)
}

/** A node that cannot simulate does not block a swap: the contract enforces the least amount anyway. */
function mayBeSent(preview: SwapPreview, outcome: Outcome): boolean {
  return (outcome?.kind === 'received' && !isMoved(preview, outcome)) || outcome?.kind === 'unsupported'
}

/** Measures the swap when it is opened, and again at each new block. */
function useSimulation(preview: SwapPreview | null): Outcome {
  const account = useAppStore((state) => state.address)
  const block = useHead()?.number
  const [measured, setMeasured] = useState<{ preview: SwapPreview; outcome: Outcome } | null>(null)
  useEffect(() => {
    if (preview === null || account === null) return
    let live = true
    const measure = async (): Promise<Outcome> => {
      const [{ simulateSwap }, { swapCallOf }] = await Promise.all([
        import('./simulateSwap.ts'),
        import('./swapIntent.ts'),
      ])
      return simulateSwap(account, swapCallOf(preview, account), currentConfig())
    }
    void measure()
      .catch((): Outcome => ({ kind: 'unreachable' }))
      .then((outcome) => {
        if (live) setMeasured({ preview, outcome })
      })
    return () => {
      live = false
    }
  }, [preview, account, block])
  return measured?.preview === preview ? measured.outcome : null
}

function PreviewFacts({ preview, outcome }: { preview: SwapPreview; outcome: Outcome }) {
  const texts = useTexts(exchangeTexts)
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

function Simulated({ preview, outcome }: { preview: SwapPreview; outcome: Outcome }): ReactNode {
  const texts = useTexts(exchangeTexts).confirm
  if (outcome === null)
    return (
      <>
        <Skeleton inline width="8ch" />
        <span className="visually-hidden">{texts.simulating}</span>
      </>
    )
  if (outcome.kind === 'received')
    return (
      <>
        <b className={isMoved(preview, outcome) ? styles.bad : styles.good}>
          {assetText(outcome.amount, preview.to)}
        </b>
        <br />
        <span className={styles.note}>{texts.simulatedAt(outcome.block.toLocaleString('en-US'))}</span>
      </>
    )
  return outcome.kind === 'reverted' ? '—' : texts[outcome.kind]
}

type TypedImpactProps = { impactBps: bigint; text: string; onText: (text: string) => void }

/** A high price impact is confirmed by typing it, not by a tap. */
function TypedImpact({ impactBps, text, onText }: TypedImpactProps) {
  const texts = useTexts(exchangeTexts).confirm
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{texts.typeIt(impactText(impactBps))}</label>
      <input
        id={id}
        className={styles.input}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    </>
  )
}
