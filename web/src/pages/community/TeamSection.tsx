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
 * the API is silent.
 */
export function TeamSection({ state, address }: { state: CommunityState; address: string | null }) {
  const texts = useTexts(communityTexts).team
  if (state.kind === 'notConnected') return null
  const info = state.kind === 'known' ? state.info : null
  const show = (value: (known: NonNullable<typeof info>) => ReactNode): ReactNode => {
    if (info !== null) return value(info)
    return (
      <>
        <span aria-hidden="true">—</span>
        <span className="visually-hidden">{texts.unknown}</span>
      </>
    )
  }
  const figures = [
    { label: texts.direct, value: show(({ team }) => team.direct.toLocaleString('en-US')) },
    { label: texts.total, value: show(({ team }) => team.total.toLocaleString('en-US')) },
    { label: texts.own, value: show(({ hashPower }) => <Amount value={BigInt(hashPower)} most={2} />) },
    { label: texts.hashPower, value: show(({ team }) => <Amount value={BigInt(team.hashPower)} most={2} />) },
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
        {address !== null && <EpochPart address={address} />}
      </Card>
    </Section>
  )
}
