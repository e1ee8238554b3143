import type { ReferralsData, ReferralsQuery } from '@galx/protocol/http/community'
import { PROGRAM_TOKENS } from '@galx/protocol/programTokens'
import type { TokenSymbol } from '@galx/protocol/products'
import { useState, type ReactNode } from 'react'
import { getReferrals } from '../../core/api/mainApi.ts'
import { useServerRead } from '../../core/api/useServerRead.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import { Amount } from '../../design/Amount/Amount.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { Ranges } from '../../design/Chart/Ranges.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import styles from './TeamSection.module.css'
import { communityTexts } from './texts.ts'

const DAYS = { week: 7, month: 30, quarter: 90 } as const satisfies Record<string, ReferralsQuery['days']>
type Range = keyof typeof DAYS
const RANGES: readonly Range[] = ['week', 'month', 'quarter']

/** Milliseconds between two readings. */
const EVERY = 60_000

/** The bonuses of all programs, by the token that the programs pay. */
function byToken(bonuses: ReferralsData['bonuses']): [TokenSymbol, bigint][] {
  const sums = new Map<TokenSymbol, bigint>()
  for (const { program, amount } of bonuses) {
    const token = PROGRAM_TOKENS[program]
    sums.set(token, (sums.get(token) ?? 0n) + BigInt(amount))
  }
  return [...sums]
}

/** The results of the account's invitations over a chosen time. Needs the account's own sign-in. */
export function ReferralsSection() {
  const texts = useTexts(communityTexts).referrals
  const address = useAppStore((store) => store.address)
  const signedIn = useAppStore((store) => store.userToken !== null)
  const [range, setRange] = useState<Range>('month')
  const { reading } = useServerRead(
    signedIn && address !== null ? `${address} ${range}` : null,
    () => getReferrals({ days: DAYS[range] }),
    EVERY,
  )
  if (!signedIn || address === null) return null

  const known = valueOf(reading)
  const show = (value: (known: ReferralsData) => ReactNode): ReactNode => {
    if (known !== undefined) return value(known)
    if (reading.status === 'loading') return <Skeleton inline width="4em" />
    return (
      <>
        <span aria-hidden="true">—</span>
        <span className="visually-hidden">{texts.unknown}</span>
      </>
    )
  }
  const count = (members: number | null) => members?.toLocaleString('en-US') ?? texts.many
  const bonuses = known && byToken(known.bonuses)
  return (
    <Section title={texts.title}>
      <Ranges ranges={RANGES} value={range} onChange={setRange} />
      <Card>
        <dl className={styles.figures}>
          <div>
            <dt>{texts.bound}</dt>
            <dd>{show(({ bound }) => count(bound))}</dd>
          </div>
          <div>
            <dt>{texts.pending}</dt>
            <dd>{show(({ pending }) => count(pending))}</dd>
          </div>
          <div>
            <dt>{texts.hashPower}</dt>
            <dd>
              {show(({ hashPower }) =>
                hashPower === null ? texts.many : <Amount value={BigInt(hashPower)} most={2} />,
              )}
            </dd>
          </div>
          <div>
            <dt>{texts.bonuses}</dt>
            <dd>
              {show(() =>
                bonuses === undefined || bonuses.length === 0
                  ? '0'
                  : bonuses.map(([token, amount]) => (
                      <div key={token}>
                        <Amount value={amount} token={token} most={4} />
                      </div>
                    )),
              )}
            </dd>
          </div>
        </dl>
        <p className={styles.asOf}>{reading.status === 'failed' ? texts.failed : texts.note}</p>
      </Card>
    </Section>
  )
}
