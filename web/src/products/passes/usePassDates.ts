import { useEffect, useState } from 'react'
import { getPasses } from '../../core/api/mainApi.ts'

const PAGE = 100

/**
 * When each of the account's passes was minted (unix seconds), by number: the one thing of a pass that no view of the contract
 * tells. Null while nobody is signed in, and while the server does not answer.
 * @param account signed in; null: nobody is
 * @param known which passes there are; other ones are read again
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
      // The page shows a dash then, as it does before the answer.
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
