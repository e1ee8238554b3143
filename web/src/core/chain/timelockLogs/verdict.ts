/** The verdict of the logs that this browser has read on the list of announced changes. Pure. */
import type { Announcement } from '../useAnnouncements.ts'
import type { NodeLogs } from './logsStore.ts'

/** Seconds by which a node may lack the newest blocks' logs. */
const LATE = 120

/**
 * `unlisted`: the site leaves out a change; `leftOut`: a node leaves out the log of a change that another node has; `absent`: no node has the log
 * of a change that the timelock confirms, so a node leaves out the log or the site names a false time; `reading`: no block was read yet; `siteAlone`: no node gave logs; `nothing`: neither did the site; `logsAlone`: the site does not answer; `partly`: the logs
 * were not read as far back as the timelock waits; `whole`: they were, by a node that the site has not chosen; `sitesNode`: by the site's
 * node alone, whose word is the site's word.
 */
export type LogsVerdict =
  | { kind: 'unlisted'; count: number }
  | { kind: 'leftOut' | 'absent'; node: NodeLogs['node'] }
  | { kind: 'reading' | 'siteAlone' | 'nothing' }
  | { kind: 'logsAlone' | 'partly' | 'sitesNode' | 'whole'; since: number }

export function verdictOf(
  nodes: readonly NodeLogs[],
  list: readonly Announcement[],
  hasSiteList: boolean,
): LogsVerdict {
  const count = list.filter(({ unlisted }) => unlisted).length
  if (count > 0) return { kind: 'unlisted', count }
  for (const { kind, logs } of [
    { kind: 'leftOut', logs: list.filter(({ by }) => by !== null) },
    { kind: 'absent', logs: list.filter(({ by }) => by === null) },
  ] as const) {
    const node = nodes.find((one) => logs.some((announcement) => leavesOut(one, announcement)))
    if (node !== undefined) return { kind, node: node.node }
  }
  const read = nodes.filter(({ covered }) => covered !== null)
  const whole = read.filter(({ obstacle }) => obstacle === null)
  const since = Math.min(...(whole.length > 0 ? whole : read).map(({ covered }) => covered!.since))
  if (read.length === 0)
    return {
      kind:
        nodes.every(({ obstacle, reading }) => obstacle !== null && !reading) && nodes.length > 0
          ? hasSiteList
            ? 'siteAlone'
            : 'nothing'
          : 'reading',
    }
  if (!hasSiteList) return { kind: 'logsAlone', since }
  if (whole.length === 0) return { kind: 'partly', since }
  return { kind: whole.some(({ node }) => node !== 'site') ? 'whole' : 'sitesNode', since }
}

function leavesOut({ covered, place }: NodeLogs, { comparison, scheduledAt, by }: Announcement): boolean {
  if (covered === null || comparison !== 'same' || by?.includes(place) === true) return false
  return scheduledAt > covered.since && scheduledAt < covered.until - LATE
}
