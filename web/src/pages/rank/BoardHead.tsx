import type { RankData } from '@galx/protocol/http/rank'
import { groupThousands } from '@galx/protocol/units'
import { classNames } from '../../design/classNames.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { minuteText } from '../../staking/format.ts'
import type { Board } from './model.ts'
import { rankTexts } from './texts.ts'
import styles from './RankPage.module.css'

/** The length of the year in a date. The board shows the date without the year. */
const YEAR = '2027-'.length

/** A board's ranking figure and date. Each line is reserved before its words arrive, so that nothing below moves. */
export function BoardHead({
  board,
  asOf = null,
  epoch = null,
}: { board: Board } & Partial<Pick<RankData, 'asOf' | 'epoch'>>) {
  const texts = useTexts(rankTexts)
  return (
    <p className={classNames(styles.about, board === 'epoch' && styles.past)}>
      <span>{texts.about[board]}</span>
      {board === 'epoch' && (
        <span>
          {epoch === null ? (
            '\u00a0'
          ) : (
            <span key="known">
              {texts.ofEpoch(groupThousands(String(epoch.epoch)), minuteText(epoch.to).slice(YEAR))}
            </span>
          )}
        </span>
      )}
      <span className={styles.asOf}>
        {asOf === null ? '\u00a0' : <span key="known">{texts.asOf(groupThousands(String(asOf.block)))}</span>}
      </span>
    </p>
  )
}
