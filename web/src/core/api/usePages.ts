import { useCallback, useEffect, useRef, useState } from 'react'
import type { Page } from '@galx/protocol/http/common'

export type Pages<Item> = {
  /** failed: the first page could not be read. After later failures the list keeps its items. */
  status: 'loading' | 'ready' | 'failed'
  items: Item[]
  /** null while unknown */
  total: number | null
  hasMore: boolean
  loadingMore: boolean
  /** The next page could not be read. Only the person may ask for the page again: automatic attempts would call a refusing server without end. */
  moreFailed: boolean
  /** the last reading failed; the items are from an earlier reading */
  stale: boolean
  loadMore: () => void
  /** reads the list again from its start, for example after a failure */
  reload: () => void
}

type State<Item> = {
  key: string
  pages: Page<Item>[]
  failed: boolean
  stale: boolean
  loadingMore: boolean
  moreFailed: boolean
}

const REFRESH = 5_000

/**
 * A list that the server pages by cursor. The hook reads the first page again every five seconds (or `every`), while the tab is visible. With
 * further pages open the list keeps its first page, because new items would shift the list under the reader's finger.
 * @param key names the list (account, sorting); a different key means a different list. null: nothing is read yet
 * @param read reads one page; throws on failure
 * @param every milliseconds between two readings
 */
export function usePages<Item>(
  key: string | null,
  read: (cursor: string | undefined) => Promise<Page<Item>>,
  every = REFRESH,
): Pages<Item> {
  const [state, setState] = useState<State<Item>>(() => empty(key ?? ''))
  const [attempt, setAttempt] = useState(0)
  const reader = useRef(read)
  useEffect(() => {
    reader.current = read
  })

  useEffect(() => {
    if (key === null) return
    let live = true
    // As in useServerRead, an answer to an older request is ignored after an answer to a newer request.
    let asked = 0
    let taken = 0
    const first = async () => {
      asked += 1
      const own = asked
      try {
        const page = await reader.current(undefined)
        if (own < taken) return
        taken = own
        if (live)
          setState((now) =>
            now.key !== key
              ? { ...empty(key), pages: [page] }
              : { ...now, failed: false, stale: false, pages: now.pages.length > 1 ? now.pages : [page] },
          )
      } catch {
        if (live && own > taken)
          setState((now) =>
            now.key === key && now.pages.length > 0
              ? { ...now, stale: true }
              : { ...empty(key), failed: true },
          )
      }
    }
    void first()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void first()
    }, every)
    return () => {
      live = false
      clearInterval(timer)
    }
  }, [key, attempt, every])

  const own = state.key === key ? state : empty<Item>(key ?? '')
  const cursor = own.pages.at(-1)?.nextCursor ?? null

  const loadMore = useCallback(() => {
    if (key === null || cursor === null) return
    setState((now) => ({ ...now, loadingMore: true }))
    reader.current(cursor).then(
      (page) =>
        setState((now) => {
          if (now.key !== key) return now
          // If the first page was read again meanwhile, this page may no longer follow it, and is dropped.
          const follows = now.pages.at(-1)?.nextCursor === cursor
          return {
            ...now,
            pages: follows ? [...now.pages, page] : now.pages,
            loadingMore: false,
            moreFailed: false,
          }
        }),
      () => setState((now) => (now.key === key ? { ...now, loadingMore: false, moreFailed: true } : now)),
    )
  }, [key, cursor])

  const reload = useCallback(() => {
    setState(empty(''))
    setAttempt((count) => count + 1)
  }, [])

  return {
    status: own.pages.length > 0 ? 'ready' : own.failed ? 'failed' : 'loading',
    items: own.pages.flatMap(({ list }) => list),
    total: own.pages.at(-1)?.total ?? null,
    hasMore: cursor !== null,
    loadingMore: own.loadingMore,
    moreFailed: own.moreFailed,
    stale: own.stale,
    loadMore,
    reload,
  }
}

function empty<Item>(key: string): State<Item> {
  return { key, pages: [], failed: false, stale: false, loadingMore: false, moreFailed: false }
}
