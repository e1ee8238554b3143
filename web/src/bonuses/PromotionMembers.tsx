import type { PromotionCalculation } from '@galx/protocol/http/bonuses'
import { useConfig } from '../core/config/configStore.ts'
import { AddressTag } from '../design/AddressTag/AddressTag.tsx'
import { Avatar } from '../design/Avatar/Avatar.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { epochsToGo } from './historyModel.ts'
import { byProgress } from './promotionModel.ts'
import { bonusTexts } from './texts.ts'
import bonusStyles from './bonuses.module.css'
import styles from './PromotionCard.module.css'

/** The number of members shown. The other members are only counted. */
const LISTED = 6

/** The progress of each direct member towards qualifying, at the end of the epoch. */
export function PromotionMembers({
  calculation: { qualified: count, members, memberCount },
  epoch: { from, to },
}: {
  calculation: PromotionCalculation
  epoch: { from: number; to: number }
}) {
  const texts = useTexts(bonusTexts).promotion
  const explorerUrl = useConfig()?.explorerUrl
  const shown = byProgress(members).slice(0, LISTED)
  const rest = memberCount - shown.length
  return (
    <div className={bonusStyles.well}>
      <h3 className={bonusStyles.quiet}>{texts.members}</h3>
      <ul className={styles.members}>
        {shown.map(({ address, qualified, since }) => (
          <li key={address}>
            <Avatar address={address} size={26} />
            <AddressTag address={address} explorerUrl={explorerUrl} />
            <span className={qualified ? styles.qualified : bonusStyles.quiet}>
              {qualified === null ? texts.notSaid : qualified ? texts.qualified : progressText(since)}
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className={bonusStyles.quiet}>{texts.moreMembers(String(rest))}</p>}
      {shown.some(({ qualified }) => qualified === null) && (
        <p className={bonusStyles.quiet}>{texts.notAllLooked}</p>
      )}
      {count === null && memberCount > members.length && (
        <p className={bonusStyles.quiet}>{texts.notAllListed}</p>
      )}
    </div>
  )

  function progressText(since: number | null): string {
    const left = epochsToGo(since, to, to - from)
    return left === null ? texts.none : texts.waiting(String(left))
  }
}
