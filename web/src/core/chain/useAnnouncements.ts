import type { TimelockData, TimelockOperation } from '@galx/protocol/http/timelock'
import { useEffect, useMemo } from 'react'
import { getTimelock } from '../api/timelockApi.ts'
import { useServerRead } from '../api/useServerRead.ts'
import { useConfig } from '../config/configStore.ts'
import { valueOf, type Reading } from '../state/reading.ts'
import { readStored } from '../state/storage.ts'
import { LOGS_KEY, useLogs, type FoundOperation } from './timelockLogs/logsStore.ts'
import { isOperation } from './timelockLogs/operationShape.ts'
import { compare, useAnnounced, useTimes, type Comparison } from './useAnnounced.ts'

export type Announcement = TimelockOperation & {
  comparison: Comparison
  /** the timelock confirms the operation. The site has had the time to read its block, but does not list the operation, or lists false calls */
  unlisted: boolean
  /** the nodes that gave the operation's log, by place; null: the site alone names the operation */
  by: readonly string[] | null
}

export type Announcements = {
  /** by date; without the operations that were executed or cancelled */
  list: Announcement[]
  /** the site's list */
  served: Reading<TimelockData>
  reload: () => void
  /** the code that decodes announcements; null until it has loaded */
  announced: ReturnType<typeof useAnnounced>
}

/** The site's list of announced changes, together with the announcements that this browser has found in the logs. */
export function useAnnouncements(every?: number): Announcements {
  const config = useConfig()
  const { reading: served, reload } = useServerRead('timelock', getTimelock, every)
  const { nodes, found } = useLogs()
  useEffect(() => {
    if (config === null || readStored(LOGS_KEY) === null) return
    import('./timelockLogs/rememberedLogs.ts').then(
      ({ recallLogs }) => recallLogs(config),
      () => {},
    )
  }, [config])
  const data = valueOf(served)
  // A site that does not answer leaves nothing out.
  const isFresh = served.status === 'fresh'
  const listed = useMemo(() => (data?.list ?? []).filter(isOperation), [data])
  const all = useMemo(() => merged(listed, found), [listed, found])
  const announced = useAnnounced(all.length > 0)
  const { times, last } = useTimes(all)
  const until = Math.max(0, ...nodes.map(({ covered }) => covered?.until ?? 0))
  const list = all.flatMap((operation) => {
    const log = found.find(({ id }) => id === operation.id)
    const isListed = listed.some(({ id }) => id === operation.id)
    const known = last?.get(operation.id)
    // Executed or cancelled since the servers or the logs were read.
    if (known !== undefined ? known <= 1n : !isListed) return []
    const by = log?.by ?? null
    const date = times?.get(operation.id)
    const compared = (one: TimelockOperation) => ({ ...one, by, comparison: compare(one, date, announced) })
    const asListed = compared(operation)
    if (log === undefined || (isListed && asListed.comparison === 'same'))
      return [{ ...asListed, unlisted: false }]
    // The identifier vouches for the calls, and the contract for the date: a log cannot have others.
    const asLogged = compared({ ...log, readyAt: String(known ?? log.readyAt) })
    const isFalse = isListed && asListed.comparison === 'other' && asLogged.comparison === 'same'
    const isLeftOut = !isListed && isFresh && data !== undefined && leavesOut(data, log, until)
    return [{ ...(asLogged.comparison === 'same' ? asLogged : asListed), unlisted: isFalse || isLeftOut }]
  })
  return { list, served, reload, announced }
}

/** The greatest number of operations in the site's list. */
const MOST_LISTED = 50
/** Seconds within which the site lists an announcement. The site names its own newest block, so that block alone decides nothing. */
const LISTED_WITHIN = 600

/** @param until the time of the newest block that this browser has read, unix seconds */
function leavesOut({ list, more, asOf }: TimelockData, log: FoundOperation, until: number): boolean {
  // A full list has the earliest announcements.
  const isFull = more && list.length >= MOST_LISTED
  if (isFull && BigInt(log.readyAt) > BigInt(list.at(-1)?.readyAt ?? 0)) return false
  return (asOf !== null && log.block <= asOf.block) || log.scheduledAt + LISTED_WITHIN < until
}

function merged(
  listed: readonly TimelockOperation[],
  found: readonly FoundOperation[],
): readonly TimelockOperation[] {
  const ids = new Set(listed.map(({ id }) => id))
  return [...listed, ...found.filter(({ id }) => !ids.has(id))].sort(
    (one, other) =>
      Number(BigInt(one.readyAt) > BigInt(other.readyAt)) -
      Number(BigInt(one.readyAt) < BigInt(other.readyAt)),
  )
}
