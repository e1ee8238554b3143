import { groupThousands } from '@galx/protocol/units'
import type { ReactNode } from 'react'
import { Amount } from '../../design/Amount/Amount.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import type { CommunityState } from '../../invitation/communityState.ts'
import { EpochPart } from './EpochPart.tsx'
import styles from './TeamSection.module.css'
import { communityTexts } from './texts.ts'

const NOT_SUMMED = { direct: null, total: null, hashPower: null, asOf: null }

function inThousands(count: number): string {
  return count.toLocaleString('en-US')
}
function power(wei: string): ReactNode {
  return <Amount value={BigInt(wei)} most={2} />
}

/**
 * Direct members, team size, the present hash power of account and team, and the counted hash power of the last closed epoch. The indexer confirms
 * all of them. They are unknown if the API does not answer or nothing is indexed. The team's sums lag behind a moment, so their block is shown.
 */
export function TeamSection({ state, address }: { state: CommunityState; address: string | null }) {
  const texts = useTexts(communityTexts).team
  if (state.kind === 'notConnected') return null
  const info = state.kind === 'known' ? state.info : null
  const { direct, total, hashPower, asOf } = info?.team ?? NOT_SUMMED
  const show = <Known,>(known: Known | null, value: (known: Known) => ReactNode): ReactNode => {
    if (known !== null) return value(known)
    return (
      <>
        <span aria-hidden="true">—</span>
        <span className="visually-hidden">{texts.unknown}</span>
      </>
    )
  }
  const figures = [
    { label: texts.direct, value: show(direct, inThousands) },
    { label: texts.total, value: show(total, inThousands) },
    {
      label: texts.own,
      value: show(info?.hashPower ?? null, power),
    },
    {
      label: texts.hashPower,
      value: show(hashPower, power),
    },
  ]
  return (
    <Section title={texts.title}>
      <Card>
        <dl className={styles.figures}>
          {figures.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.asOf}>{asOf ? texts.asOf(groupThousands(String(asOf.block))) : '\u00a0'}</p>
        {address !== null && <EpochPart address={address} />}
      </Card>
    </Section>
  )
}
