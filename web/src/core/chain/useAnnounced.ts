import type { TimelockOperation } from '@galx/protocol/http/timelock'
import { useEffect, useMemo, useState } from 'react'
import type * as Announced from './announced.ts'
import type { ChainRead } from './chainRead.ts'
import { valueOf } from '../state/reading.ts'
import { useChainRead, useConnection } from './useChainRead.ts'

/** Milliseconds between two readings of the timelock's dates. */
const SELDOM = 15_000

/** The result of comparing an announcement with the chain: `same`, `other` if the chain differs, `unread` if it was not compared. */
export type Comparison = 'same' | 'other' | 'unread'

/** The code that decodes announcements; null until it has loaded. */
export function useAnnounced(wanted: boolean): typeof Announced | null {
  const [code, setCode] = useState<typeof Announced | null>(null)
  useEffect(() => {
    if (wanted && code === null) void import('./announced.ts').then(setCode, () => {})
  }, [wanted, code])
  return code
}

type Times = ReadonlyMap<string, bigint> | null

/** The timelock's dates: `times` are freshly read, `last` may be older. Null: not read. */
export function useTimes(list: readonly TimelockOperation[]): { times: Times; last: Times } {
  const ids = list.map(({ id }) => id).join()
  const times = useMemo<ChainRead<ReadonlyMap<string, bigint>>>(
    () => ({
      key: `pool/timelock ${ids}`,
      ofAccount: false,
      load: async () => (await import('./announced.ts')).createTimesReader(ids === '' ? [] : ids.split(',')),
    }),
    [ids],
  )
  const reading = useChainRead(times, { every: SELDOM })
  const down = useConnection() === 'down'
  const last = valueOf(reading) ?? null
  return { times: down || reading.status !== 'fresh' ? null : last, last }
}

/** @param known the operation's date in the timelock */
export function compare(
  operation: TimelockOperation,
  known: bigint | undefined,
  announced: typeof Announced | null,
): Comparison {
  if (known === undefined || announced === null || operation.calls === null) return 'unread'
  return announced.isIdentified(operation) && known === BigInt(operation.readyAt) ? 'same' : 'other'
}
