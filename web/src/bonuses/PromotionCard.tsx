import type { PromotionCalculation } from '@galx/protocol/http/bonuses'
import type { PoolKey } from '@galx/protocol/products'
import type { RulesetJson } from '@galx/protocol/rulesets'
import type { ReactNode } from 'react'
import type { WebConfig } from '@galx/protocol/webConfig'
import { groupThousands } from '@galx/protocol/units'
import { getAccountEpoch } from '../core/api/bonusApi.ts'
import { useConfig } from '../core/config/configStore.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { valueOf } from '../core/state/reading.ts'
import { amountText } from '../design/Amount/amountText.ts'
import { said } from '../design/Amount/said.tsx'
import { Button } from '../design/Button/Button.tsx'
import { Card, Section } from '../design/Card/Card.tsx'
import { classNames } from '../design/classNames.ts'
import { Skeleton } from '../design/Skeleton/Skeleton.tsx'
import { TokenDisc } from '../design/TokenBadge/TokenBadge.tsx'
import { ownText } from '../i18n/hiddenAmounts.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { poolName } from '../staking/names.ts'
import { BonusNotice } from './BonusNotice.tsx'
import { useBonuses } from './bonusStore.ts'
import { ClaimPart } from './ClaimPart.tsx'
import { HistoryPart } from './HistoryPart.tsx'
import { onlyOne, rulesetIn, stepsOf } from './promotionModel.ts'
import { PromotionMembers } from './PromotionMembers.tsx'
import { bonusTexts } from './texts.ts'
import { useOnce } from './useOnce.ts'
import bonusStyles from './bonuses.module.css'
import styles from './PromotionCard.module.css'

/** The promotion: the claimable sum, the ladder with the qualified members and the next step, members' progress, every epoch. */
export default function PromotionCard() {
  const all = useTexts(bonusTexts)
  const texts = all.promotion
  const address = useAppStore((state) => state.address)
  const config = useConfig()
  const bonuses = useBonuses()
  const known = valueOf(bonuses)
  const settled = known?.settled ?? null
  const key = address === null || settled === null ? null : `${address} ${settled.epoch}`
  const { reading, reload } = useOnce(key, () => getAccountEpoch(settled?.epoch ?? 0, address ?? ''))
  if (address === null || config === null) return null
  const rulesets = config.rulesets as readonly RulesetJson[]
  const ruleset = known ? rulesetIn(rulesets, settled?.epoch ?? null) : onlyOne(rulesets)
  const data = valueOf(reading)
  const found = data?.programs.find(({ program }) => program === 'promotion')?.calculation
  const calculation = found?.rule === 'promotion' ? found : null
  return (
    <Section title={texts.title} anchor="promotion">
      <BonusNotice />
      <Card className={classNames(bonusStyles.stack, styles.card)}>
        <i className={styles.disc} aria-hidden="true">
          <TokenDisc symbol="USDT" size={44} />
        </i>
        <ClaimPart program="promotion" />
        <Ladder ladder={ruleset?.ladder ?? []} calculation={calculation} />
        <p className={bonusStyles.quiet}>
          {reading.status === 'failed' ? (
            <>
              {all.how.failed}{' '}
              <Button variant="quiet" size="small" onClick={reload}>
                {all.retry}
              </Button>
            </>
          ) : settled !== null ? (
            texts.asOf(groupThousands(String(settled.epoch)))
          ) : bonuses.status === 'loading' ? (
            <Skeleton inline width="9em" />
          ) : bonuses.status === 'failed' ? (
            all.unknown
          ) : (
            texts.noEpoch
          )}
        </p>
        <p className={bonusStyles.quiet}>
          {texts.rule} {ruleset !== undefined && qualifyingText(ruleset, config)}
        </p>
        {data !== undefined && calculation !== null && calculation.members.length > 0 && (
          <PromotionMembers calculation={calculation} epoch={data} />
        )}
        <HistoryPart program="promotion" />
      </Card>
    </Section>
  )

  /** The least amount of a qualifying position in each pool. No line breaks within a pool's text. */
  function qualifyingText({ qualifying }: RulesetJson, { pools }: WebConfig): ReactNode {
    const least = qualifying.flatMap(({ pool, amount }) => {
      const entry = (Object.keys(pools) as PoolKey[]).find((one) => pools[one]?.id === pool)
      const token = entry === undefined ? undefined : pools[entry]?.stakeToken
      return token === undefined || entry === undefined
        ? []
        : [texts.qualifyingOf(amountText(BigInt(amount), 18, 0, 2), token, poolName(entry))]
    })
    return (
      <>
        {texts.qualifying}
        {least.map((one, index) => (
          <span key={one} className={styles.whole}>
            {index < least.length - 1 ? `${one}${texts.comma}` : one}
          </span>
        ))}
      </>
    )
  }
}

function whole(wei: bigint): string {
  return amountText(wei, 18, 0, 2)
}

function Ladder({
  ladder,
  calculation,
}: {
  ladder: RulesetJson['ladder']
  calculation: PromotionCalculation | null
}) {
  const texts = useTexts(bonusTexts).promotion
  const qualified = calculation?.qualified ?? null
  const steps = stepsOf(ladder, qualified)
  const next = steps.find((step) => step.next)
  const most = steps.at(-1)
  if (most === undefined) return null
  return (
    <>
      <p className={bonusStyles.quiet}>
        {calculation === null
          ? texts.most(whole(most.amount))
          : said(texts.had(ownText(whole(BigInt(calculation.entitled))), whole(most.amount)))}
      </p>
      <ol className={styles.ladder} aria-label={texts.ladder}>
        {steps.map(({ members, amount, reached, next: coming }) => (
          <li key={members} className={classNames(reached && styles.reached, coming && styles.next)}>
            <b>{texts.amount(whole(amount))}</b>
            <span>{texts.step(String(members))}</span>
            {(reached || coming) && (
              <span className="visually-hidden">{reached ? texts.stepReached : texts.stepNext}</span>
            )}
          </li>
        ))}
      </ol>
      {qualified !== null && (
        <p className={styles.goal}>
          {next === undefined ? (
            texts.top
          ) : (
            <>
              <span>{texts.next(String(next.members - qualified), whole(next.amount))}</span>
              <b>{texts.progress(String(qualified), String(next.members))}</b>
            </>
          )}
        </p>
      )}
    </>
  )
}
