import { groupThousands } from '@galx/protocol/units'
import type { ReactNode } from 'react'
import { Amount } from '../../design/Amount/Amount.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import type { CommunityState } from '../../invitation/communityState.ts'
import { EpochPart } from './EpochPart.tsx'
import styles from './TeamSection.module.css'
import { communityTexts } from './texts.ts'

/**
 * Direct members, team size, own and team hash power of now, and what counted in the last closed epoch: confirmed by the indexer, unknown where
 * the API is silent or nothing is indexed. The team's sums follow a moment later, so the block that they stand at is shown.
 */
export function TeamSection({ state, address }: { state: CommunityState; address: string | null }) {
  const texts = useTexts(communityTexts).team
  if (state.kind === 'notConnected') return null
  const info = state.kind === 'known' ? state.info : null
  // Before the first block is indexed the server gives zeros that nobody has counted.
  const indexed = info?.asOf ? info : null
  const summed = info?.team.asOf ? info.team : null
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
    { label: texts.direct, value: show(indexed, ({ team }) => team.direct.toLocaleString('en-US')) },
    { label: texts.total, value: show(summed, ({ total }) => total.toLocaleString('en-US')) },
    {
      label: texts.own,
      value: show(indexed, ({ hashPower }) => <Amount value={BigInt(hashPower)} most={2} />),
    },
    {
      label: texts.hashPower,
      value: show(summed, ({ hashPower }) => <Amount value={BigInt(hashPower)} most={2} />),
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
        <p className={styles.asOf}>
          {summed?.asOf ? texts.asOf(groupThousands(String(summed.asOf.block))) : '\u00a0'}
        </p>
        {address !== null && <EpochPart address={address} />}
      </Card>
    </Section>
  )
}
