import type { MembersCalculation } from '@galx/protocol/http/bonuses'
import type { ProgramKey } from '@galx/protocol/products'
import { useConfig } from '../core/config/configStore.ts'
import { AddressTag } from '../design/AddressTag/AddressTag.tsx'
import { Amount } from '../design/Amount/Amount.tsx'
import { Avatar } from '../design/Avatar/Avatar.tsx'
import { FactList } from '../design/FactList/FactList.tsx'
import { poolColour } from '../design/PoolMark/poolColour.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { shownMembers } from './historyModel.ts'
import { colourOf, weightDecimals } from './programs.ts'
import { bonusTexts } from './texts.ts'
import styles from './bonuses.module.css'

/** The number of members shown. The other members are only counted. */
const LISTED = 5
const WIDTH = 1_000n

export type MembersPartProps = {
  program: ProgramKey
  calculation: MembersCalculation
  points: bigint
  epoch: { from: number; to: number }
}

/** The members whose hash power counted, beside five times the account's own hash power. */
export function MembersPart({ program, calculation, points, epoch }: MembersPartProps) {
  const { how: texts, unknown } = useTexts(bonusTexts)
  const explorerUrl = useConfig()?.explorerUrl
  const { members, sum, cap, capped } = shownMembers(calculation, points, epoch)
  const decimals = weightDecimals(program)
  const greatest = members[0]?.average ?? 0n
  const weight = (value: bigint | null) =>
    value === null ? unknown : <Amount value={value} decimals={decimals} most={2} />
  const rest = calculation.memberCount - Math.min(members.length, LISTED)
  return (
    <div className={styles.well}>
      <h3 className={styles.quiet}>{texts.members}</h3>
      {calculation.memberCount === 0 && <p className={styles.quiet}>{texts.noMembers}</p>}
      <ul className={styles.members}>
        {members.slice(0, LISTED).map(({ address, average }) => (
          <li key={address}>
            <Avatar address={address} size={26} />
            <AddressTag address={address} explorerUrl={explorerUrl} keep={6} />
            <svg viewBox="0 0 1000 8" preserveAspectRatio="none" className={styles.bar} aria-hidden="true">
              <rect
                width={greatest === 0n ? 0 : Number((average * WIDTH) / greatest)}
                height="8"
                fill="currentColor"
                style={poolColour(colourOf(program))}
              />
            </svg>
            <b>
              <Amount value={average} decimals={decimals} most={2} />
            </b>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className={styles.quiet}>{texts.moreMembers(String(rest))}</p>}
      <FactList
        facts={[
          { label: texts.sum, value: weight(sum) },
          {
            label: texts.cap,
            value: (
              <>
                {weight(cap)}
                {capped !== null && (
                  <small className={styles.addition}>
                    {{ never: texts.capOpen, partly: texts.capPartly, always: texts.capReached }[capped]}
                  </small>
                )}
              </>
            ),
          },
        ]}
      />
    </div>
  )
}
