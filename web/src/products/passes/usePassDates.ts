import { useEffect, useState } from 'react'
import { getPasses } from '../../core/api/mainApi.ts'

const PAGE = 100

/**
 * The mint time of each of the account's passes (unix seconds), by number: the only fact of a pass that no view of the contract gives. Null
 * without a signed-in account, and while the server does not answer.
 * @param account the signed-in account; null without a sign-in
 * @param known the account's passes; a change of the passes reads the times again
 */
export function usePassDates(account: string | null, known: string): ReadonlyMap<string, number> | null {
  const [dates, setDates] = useState<{ account: string; dates: ReadonlyMap<string, number> } | null>(null)
  useEffect(() => {
    if (account === null) return
    let live = true
    readAll().then(
      (all) => {
        if (live) setDates({ account, dates: all })
      },
      // The page then shows a dash, as before the answer.
      () => {},
    )
    return () => {
      live = false
    }
  }, [account, known])
  return dates?.account === account ? dates.dates : null
}

async function readAll(): Promise<ReadonlyMap<string, number>> {
  const all = new Map<string, number>()
  let cursor: string | undefined
  do {
    const page = await getPasses({ cursor, limit: PAGE })
    for (const { id, mintedAt } of page.list) all.set(id, mintedAt)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return all
}
