import type { TokenSymbol } from '@galx/protocol/products'
import { formatUnits } from '@galx/protocol/units'
import type { WebPool } from '@galx/protocol/webConfig'
import { useState, type ReactNode } from 'react'
import type { Position } from '../core/chain/chainStore.ts'
import { accountInPool, poolState } from '../core/chain/reads.ts'
import { useChainRead, useHead } from '../core/chain/useChainRead.ts'
import { cleanAmount } from '../core/money/cleanAmount.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { valueOf } from '../core/state/reading.ts'
import type { Intent } from '../core/transactions/intent.ts'
import { Amount } from '../design/Amount/Amount.tsx'
import { AmountField } from '../design/AmountField/AmountField.tsx'
import { amountText } from '../design/Amount/amountText.ts'
import { said } from '../design/Amount/said.tsx'
import { Button } from '../design/Button/Button.tsx'
import { FactList } from '../design/FactList/FactList.tsx'
import { Skeleton } from '../design/Skeleton/Skeleton.tsx'
import { amountsHidden, ownText } from '../i18n/hiddenAmounts.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { earlyExitQuote, unstakeProblem, type EarlyExitQuote } from './leavingModel.ts'
import { bpsText, minuteText, percentText, shownCost } from './format.ts'
import { exitEarlyIntent } from './positionIntents.ts'
import { legsText, readAmount, shareText } from './stakeModel.ts'
import { sheetTexts } from './sheetTexts.ts'
import { useChainNow } from './useChainNow.ts'
import { useEarned } from './useEarned.ts'
import { useBusy } from './useStaking.ts'
import styles from './PositionSheet.module.css'

export type EarlyExitFormProps = {
  position: Position
  pool: WebPool
  onSend: (intent: Intent) => void
}

/** The early exit from a locked position: its present cost, updated every second, the least amount returned, and the receivers of the cost. */
export function EarlyExitForm({ position, pool, onSend }: EarlyExitFormProps) {
  const texts = useTexts(sheetTexts)
  const [text, setText] = useState('')
  const [all, setAll] = useState(() => !amountsHidden())
  const state = valueOf(useChainRead(poolState(position.pool)))
  const account = valueOf(useChainRead(accountInPool(position.pool)))
  const head = useHead()
  const now = useChainNow(1_000)
  const earned = useEarned(position.pool)
  const wrongChain = useAppStore(({ connection }) => connection === 'wrongChain')
  const busy = useBusy()

  // "All" means the position's exact amount, even if it has more decimals than the field accepts.
  const amount = all ? position.amount : readAmount(text)
  const problem = unstakeProblem(position, amount)
  const tooMuch = problem === 'tooMuch' ? texts.unstake.tooMuch : undefined
  const quote =
    problem !== null ||
    amount === null ||
    state === undefined ||
    account === undefined ||
    !head ||
    now === null
      ? null
      : earlyExitQuote(pool, state, account, position, amount, { now, head: head.timestamp })
  const empty = problem === null ? <Skeleton inline width="8em" /> : texts.unknown
  const token = pool.stakeToken

  return (
    <div className={styles.form}>
      <AmountField
        label={texts.early.amount}
        value={all ? formatUnits(position.amount) : text}
        onChange={(next) => {
          setAll(false)
          setText(next)
        }}
        clean={cleanAmount}
        token={token}
        balance={<Amount value={position.amount} />}
        balanceName={texts.unstake.held}
        onShare={(percent) => {
          setAll(percent === 100)
          setText(shareText(position.amount, percent))
        }}
        error={tooMuch}
      />
      <ExitCost quote={quote} empty={empty} token={token} />
      <FactList
        facts={[
          {
            label: texts.early.receive,
            value: quote === null ? empty : <b>{legsText(quote.least)}</b>,
          },
          {
            label: texts.early.left,
            value:
              quote === null
                ? empty
                : quote.left === 0n
                  ? texts.early.leftNothing
                  : `${ownText(amountText(quote.left))} ${token}`,
          },
          {
            label: texts.early.falls,
            value: quote === null ? empty : `${amountText(quote.fallsPerDay, 18, 2, 4)} ${token}`,
          },
          { label: texts.early.unlock, value: texts.early.unlockFree(minuteText(position.unlockAt)) },
          { label: texts.early.reward, value: texts.unstake.rewardKept(earned, pool.rewardToken) },
        ]}
      />
      <CostDestination quote={quote} token={token} />
      <div className={styles.choice}>
        <Button
          variant="danger"
          wide
          disabled={quote === null || !quote.offered || wrongChain}
          busy={busy}
          onClick={() => {
            if (amount !== null && quote !== null)
              onSend(exitEarlyIntent(position, amount, [{ token, amount }]))
          }}
        >
          {problem !== null
            ? (tooMuch ?? texts.early.enter)
            : quote === null
              ? texts.early.loading
              : texts.early.submit(legsText(quote.least))}
        </Button>
        <p className={styles.hint}>{texts.early.hint}</p>
      </div>
    </div>
  )
}

type QuoteProps = {
  quote: EarlyExitQuote | null
  token: TokenSymbol
}

/** The present cost of leaving. The figure changes every second, so it is not a live region: a screen reader reads it on demand. */
function ExitCost({ quote, token, empty }: QuoteProps & { empty: ReactNode }) {
  const texts = useTexts(sheetTexts)
  return (
    <div className={styles.price}>
      <p className={styles.priceLabel}>{texts.early.cost}</p>
      <p className={styles.priceFigure}>
        {quote === null ? (
          empty
        ) : (
          <>
            −<Amount value={shownCost(quote.cost)} token={token} least={6} shared />
          </>
        )}
      </p>
      <p className={styles.priceLabel}>
        {quote === null ? '\u00a0' : texts.early.costRate(bpsText(quote.bps))}
      </p>
    </div>
  )
}

/** The receivers of the cost, and the part that streams back to the account. */
function CostDestination({ quote, token }: QuoteProps) {
  const texts = useTexts(sheetTexts)
  return (
    <div className={styles.where}>
      <p>
        <b>{texts.early.where}</b>
      </p>
      <p>{texts.early.whereText}</p>
      {quote !== null && <p>{said(returnedText(quote))}</p>}
    </div>
  )

  function returnedText({ returned, cost }: EarlyExitQuote): string | null {
    if (returned === null) return texts.early.returnedNobody
    if (returned === 0n) return null
    return texts.early.returned(
      `${ownText(amountText(returned))} ${token}`,
      ownText(percentText(returned, cost) ?? ''),
    )
  }
}
