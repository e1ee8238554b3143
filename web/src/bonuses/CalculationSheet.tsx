import type { AccountEpochData, AccountProgram } from '@galx/protocol/http/bonuses'
import type { ProgramKey, TokenSymbol } from '@galx/protocol/products'
import { PROGRAM_TOKENS } from '@galx/protocol/programTokens'
import { groupThousands } from '@galx/protocol/units'
import type { ReactNode } from 'react'
import { getAccountEpoch } from '../core/api/bonusApi.ts'
import { useIsWatching, useShownAccount } from '../core/chain/watched.ts'
import { Amount } from '../design/Amount/Amount.tsx'
import { said } from '../design/Amount/said.tsx'
import { Button } from '../design/Button/Button.tsx'
import { ErrorState } from '../design/ErrorState/ErrorState.tsx'
import { FactList, type Fact } from '../design/FactList/FactList.tsx'
import { Sheet } from '../design/Sheet/Sheet.tsx'
import { Skeleton } from '../design/Skeleton/Skeleton.tsx'
import { ownText } from '../i18n/hiddenAmounts.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { minuteText, percentText } from '../staking/format.ts'
import { CheckPart } from './CheckPart.tsx'
import { livePart } from './historyModel.ts'
import { MembersPart } from './MembersPart.tsx'
import { PromotionMembers } from './PromotionMembers.tsx'
import { weightDecimals } from './programs.ts'
import { bonusTexts } from './texts.ts'
import { useOnce } from './useOnce.ts'
import styles from './bonuses.module.css'

const WHOLE = 10_000n

export type CalculationSheetProps = {
  program: ProgramKey
  epoch: number
  open: boolean
  onClose: () => void
}

/** The calculation of one epoch's bonus, step by step, with the check. */
export default function CalculationSheet({ program, epoch, open, onClose }: CalculationSheetProps) {
  const texts = useTexts(bonusTexts)
  const address = useShownAccount()
  const { reading, reload } = useOnce(address === null ? null : `${address} ${epoch}`, () =>
    getAccountEpoch(epoch, address ?? ''),
  )
  return (
    <Sheet open={open} onClose={onClose} title={texts.how.title}>
      <div className={styles.stack}>{content()}</div>
    </Sheet>
  )

  function content(): ReactNode {
    if (reading.status === 'loading') return <Skeleton shape="block" height="320px" />
    const shown = reading.status === 'failed' ? undefined : find(reading.value)
    if (reading.status === 'failed' || shown === undefined) {
      return (
        <ErrorState
          title={texts.how.failed}
          text={texts.how.failedText}
          action={
            <Button variant="secondary" size="small" icon="refresh" onClick={reload}>
              {texts.retry}
            </Button>
          }
        />
      )
    }
    return <Calculation data={reading.value} shown={shown} />
  }

  function find({ programs }: AccountEpochData) {
    return programs.find((one) => one.program === program)
  }
}

function Calculation({ data, shown }: { data: AccountEpochData; shown: AccountProgram }) {
  const texts = useTexts(bonusTexts).how
  const { program, calculation } = shown
  const watching = useIsWatching()
  const token = PROGRAM_TOKENS[program]
  const [points, allPoints] = [BigInt(shown.points), BigInt(shown.allPoints)]
  const promotion = calculation.rule === 'promotion'

  // Points are weight × seconds, so they are shown with a weight's decimals.
  const inPoints = (value: bigint, shared = false) =>
    promotion ? (
      <Amount value={value} token={token} shared={shared} />
    ) : (
      <Amount value={value} decimals={weightDecimals(program)} least={0} most={0} shared={shared} />
    )
  const facts: Fact[] = [
    {
      label: promotion ? texts.owed : texts.points,
      value: (
        <>
          {inPoints(points)}
          {!promotion && (
            <small className={styles.addition}>
              {calculation.rule === 'node' ? texts.nodePoints : texts.pointsNote}
            </small>
          )}
        </>
      ),
    },
    {
      label: promotion ? texts.allOwed : texts.allPoints,
      value: (
        <>
          {inPoints(allPoints, true)}
          {!promotion && allPoints > 0n && (
            <small className={styles.addition}>
              {said(texts.share(ownText(percentText(points, allPoints) ?? '0%')))}
            </small>
          )}
        </>
      ),
    },
    {
      label: promotion ? texts.available : texts.grantable,
      value: (
        <>
          <Amount value={BigInt(shown.grantable)} token={token} shared />
          <small className={styles.addition}>{texts.grantableNote}</small>
        </>
      ),
    },
    {
      label: texts.bonus,
      value: (
        <>
          <b>
            <Amount value={BigInt(shown.bonus)} token={token} />
          </b>
          <small className={styles.addition}>{texts.rounded}</small>
        </>
      ),
    },
    { label: texts.cumulative, value: <Amount value={BigInt(shown.cumulative)} token={token} /> },
  ]

  return (
    <>
      <div>
        <p className={styles.quiet}>
          {texts.epoch(groupThousands(String(data.epoch)), minuteText(data.from), minuteText(data.to))}
        </p>
        <p>
          <Amount value={BigInt(shown.bonus)} token={token} size="figure" />
        </p>
      </div>
      {/* A visitor who looks at another account does not see that account's members. */}
      {calculation.rule === 'members' && !watching && (
        <MembersPart program={program} calculation={calculation} points={points} epoch={data} />
      )}
      {calculation.rule === 'node' && <NodeFacts calculation={calculation} epoch={data} />}
      {calculation.rule === 'promotion' && <PromotionFacts calculation={calculation} token={token} />}
      {calculation.rule === 'promotion' && calculation.members.length > 0 && !watching && (
        <PromotionMembers calculation={calculation} epoch={data} />
      )}
      <div className={styles.well}>
        <FactList facts={facts} />
      </div>
      <CheckPart data={data} shown={shown} />
    </>
  )
}

type CalculationOf<Rule> = Extract<AccountProgram['calculation'], { rule: Rule }>

/** The part of the epoch in which the node's pass was live. */
function NodeFacts({ calculation, epoch }: { calculation: CalculationOf<'node'>; epoch: AccountEpochData }) {
  const texts = useTexts(bonusTexts).how
  return (
    <div className={styles.well}>
      <FactList facts={[{ label: texts.live, value: liveText() }]} />
    </div>
  )

  function liveText(): string {
    if (!calculation.liveComplete) return texts.liveUnknown
    const part = livePart(calculation.live, epoch)
    if (part === WHOLE) return texts.liveWhole
    if (calculation.live.length === 0) return texts.liveNone
    return texts.livePart(part === 0n ? '<0.01%' : (percentText(part, WHOLE) ?? ''))
  }
}

/** The members that counted for the promotion, and the account's entitlement for them. */
function PromotionFacts({
  calculation,
  token,
}: {
  calculation: CalculationOf<'promotion'>
  token: TokenSymbol
}) {
  const all = useTexts(bonusTexts)
  const texts = all.how
  return (
    <div className={styles.well}>
      <FactList
        facts={[
          { label: texts.qualified, value: people(calculation.qualified, texts.notCounted) },
          { label: texts.highest, value: people(calculation.highest, all.notKept) },
          {
            label: texts.entitled,
            value: (
              <>
                <Amount value={BigInt(calculation.entitled)} token={token} />
                <small className={styles.addition}>{texts.entitledNote}</small>
              </>
            ),
          },
        ]}
      />
    </div>
  )

  function people(count: number | null, unknown: string): string {
    return count === null ? unknown : texts.people(String(count))
  }
}
