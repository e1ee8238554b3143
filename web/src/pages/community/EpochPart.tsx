import type { RankData } from '@galx/protocol/http/rank'
import { PROGRAM_TOKENS } from '@galx/protocol/programTokens'
import { groupThousands } from '@galx/protocol/units'
import type { ReactNode } from 'react'
import { getRank } from '../../core/api/publicApi.ts'
import { useServerRead } from '../../core/api/useServerRead.ts'
import { valueOf } from '../../core/state/reading.ts'
import { Amount } from '../../design/Amount/Amount.tsx'
import { ButtonLink } from '../../design/Button/ButtonLink.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { minuteText } from '../../staking/format.ts'
import styles from './TeamSection.module.css'
import { communityTexts } from './texts.ts'

/** Milliseconds between two readings. The figures change with each epoch, at most once a minute. */
const EPOCHS_PASS = 60_000

type Own = NonNullable<RankData['me']>

/** The account's average counted hash power as a node in the last closed epoch, and its bonus; with a link to every epoch's bonus. */
export function EpochPart({ address }: { address: string }) {
  const texts = useTexts(communityTexts).team
  const { reading } = useServerRead(
    `epoch ${address}`,
    () => getRank({ type: 'epoch', limit: 1, address }),
    EPOCHS_PASS,
  )
  const known = valueOf(reading)
  const epoch = known?.epoch ?? null

  const show = (value: (own: Own) => ReactNode): ReactNode => {
    if (known?.me) return value(known.me)
    if (reading.status === 'loading') return <Skeleton inline width="5em" />
    return (
      <>
        <span aria-hidden="true">—</span>
        <span className="visually-hidden">{texts.unknown}</span>
      </>
    )
  }
  const note = (): string => {
    if (known === undefined) return reading.status === 'failed' ? texts.epoch.failed : '\u00a0'
    if (epoch === null) return texts.epoch.none
    if (known.me?.rank == null) return known.me?.node === null ? texts.epoch.noPass : texts.epoch.noPoints
    return texts.epoch.of(groupThousands(String(epoch.epoch)), minuteText(epoch.to))
  }
  return (
    <div className={styles.epoch}>
      <h3>{texts.epoch.title}</h3>
      <dl className={styles.pair}>
        <div>
          <dt>{texts.epoch.average}</dt>
          <dd>
            {show(({ hashPower }) => (
              <Amount value={BigInt(hashPower)} most={2} />
            ))}
          </dd>
        </div>
        <div>
          <dt>{texts.epoch.bonus}</dt>
          <dd>
            {show(({ bonus = '0' }) => (
              <Amount value={BigInt(bonus)} token={PROGRAM_TOKENS.node} most={4} />
            ))}
          </dd>
        </div>
      </dl>
      <p className={styles.note}>{note()}</p>
      <ButtonLink to="/mcmCommunity" size="small" variant="quiet">
        {texts.epoch.history}
      </ButtonLink>
    </div>
  )
}
