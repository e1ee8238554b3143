import { groupThousands } from '@galx/protocol/units'
import type { Announcement } from '../../core/chain/useAnnouncements.ts'
import { comparingTexts } from '../../core/chain/comparing/texts.ts'
import { useLogs } from '../../core/chain/timelockLogs/logsStore.ts'
import { useFollowLogs } from '../../core/chain/timelockLogs/useFollowLogs.ts'
import { verdictOf, type LogsVerdict } from '../../core/chain/timelockLogs/verdict.ts'
import { Button } from '../../design/Button/Button.tsx'
import { classNames } from '../../design/classNames.ts'
import { Icon, type IconName } from '../../design/Icon/Icon.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { minuteText } from '../../staking/format.ts'
import { announcedTexts } from './texts.ts'
import styles from './LogsNote.module.css'

const GOOD = { icon: 'check', colour: styles.good } as const
const BAD = { icon: 'warning', colour: styles.bad } as const
const OPEN = { icon: 'info', colour: undefined } as const
const LOOKS: Record<LogsVerdict['kind'], { icon: IconName; colour: string | undefined }> = {
  whole: GOOD,
  unlisted: BAD,
  leftOut: BAD,
  absent: BAD,
  nothing: BAD,
  logsAlone: OPEN,
  partly: OPEN,
  sitesNode: OPEN,
  siteAlone: OPEN,
  reading: { ...OPEN, icon: 'clock' },
}

/** The origin of the list of announced changes: the blocks whose logs this browser has read, and whether the site leaves out a change. */
export function LogsNote({ list, hasSiteList }: { list: readonly Announcement[]; hasSiteList: boolean }) {
  const texts = useTexts(announcedTexts)
  const names = useTexts(comparingTexts).nodes
  const nodes = useLogs((logs) => logs.nodes)
  const readOn = useFollowLogs()
  const verdict = verdictOf(nodes, list, hasSiteList)
  const { icon, colour } = LOOKS[verdict.kind]
  const isWholeChain = nodes.some(({ covered }) => covered?.from === 0)
  const isReading = nodes.some(({ reading }) => reading)
  const stopped = nodes.map(({ obstacle }) => obstacle?.kind)
  const isPaused = stopped.includes('paused')
  return (
    <div className={styles.note}>
      <p className={classNames(styles.verdict, colour)} role="status">
        <Icon name={icon} size={16} />
        <b key={verdict.kind}>{said()}</b>
      </p>
      {nodes.map(({ node, place, covered, obstacle }) => (
        <p key={place}>
          {covered !== null && texts.read(block(covered.from), block(covered.to), names[node])}
          {obstacle !== null && ` ${texts.obstacles[obstacle.kind](names[node])}`}
        </p>
      ))}
      {'since' in verdict && !isWholeChain && <p>{texts.older(minuteText(verdict.since))}</p>}
      {['siteAlone', 'sitesNode'].includes(verdict.kind) && <p>{texts.others}</p>}
      {(isPaused || stopped.includes('silent')) && (
        <Button variant="quiet" size="small" busy={isReading} onClick={readOn}>
          {isPaused ? texts.more : texts.retry}
        </Button>
      )}
    </div>
  )

  function said(): string {
    if ('since' in verdict)
      return texts[verdict.kind === 'sitesNode' ? 'whole' : verdict.kind](minuteText(verdict.since))
    if (verdict.kind === 'unlisted') return texts.unlisted(String(verdict.count))
    return 'node' in verdict ? texts[verdict.kind](names[verdict.node]) : texts[verdict.kind]
  }
}

function block(number: number): string {
  return groupThousands(String(number))
}
