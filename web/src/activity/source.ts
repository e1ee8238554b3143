/** The sources of history lists. */
import type { ActivityData, ActivityItem, ActivityQuery } from '@galx/protocol/http/activity'
import type { Page } from '@galx/protocol/http/common'
import { LOG_CALLS, type ProductName } from '@galx/protocol/products'
import { callServer } from '../core/api/client.ts'
import { getActivity, type PageRequest } from '../core/api/mainApi.ts'

/** One row: the fields of the activity list, and the fields that the log of a product with terms adds. */
export type HistoryItem = ActivityItem & {
  /** the position's tier, from 0; null for a step without a position */
  tier?: number | null
  /** unix seconds; null if `tier` is null */
  unlockAt?: number | null
}

export type ActivityFilter = Pick<ActivityQuery, 'kind' | 'product'>

export type HistorySource = {
  /** identifies the list: a different key means a different list */
  key: string
  /**
   * set if the list shows only some of the account's steps: a page may then be empty although more pages follow, and the total includes the
   * hidden steps
   */
  filtered?: boolean
  /** whether the page shows only this list: an empty list then names the first step to take */
  whole?: boolean
  /** the address of another account, whose history is public: needs no wallet and no sign-in */
  of?: string
  read(request: PageRequest): Promise<Page<HistoryItem>>
}

/** The log call of a product. @throws Error if the registry has no log call */
export function productLog(name: ProductName): HistorySource {
  const log = LOG_CALLS[name]
  if (log === undefined) throw new Error(`The registry has no log call of ${name}`)
  const { server, call } = log
  return {
    key: call,
    read: ({ cursor, limit }) =>
      callServer<Page<HistoryItem>>(server, 'GET', `/api/${call}`, {
        query: { cursor, limit },
        background: true,
      }),
  }
}

/** The account's steps in one product. */
export function historyOf(product: ProductName): HistorySource {
  return { ...activityOf({ product }), whole: true }
}

/** The account's steps in every product, or only the steps of one kind or one product. */
export function activityOf(filter: ActivityFilter = {}): HistorySource {
  return {
    key: `activity ${JSON.stringify(filter)}`,
    filtered: Object.keys(filter).length > 0,
    read: (request) => getActivity({ ...request, ...filter }),
  }
}

/** Any account's steps, from the chain's final blocks. */
export function publicActivityOf(address: string, filter: ActivityFilter): HistorySource {
  return {
    ...activityOf(filter),
    of: address,
    read: (request) =>
      callServer<ActivityData>('main', 'GET', '/api/accountActivity', {
        query: { address, ...request, ...filter },
        background: true,
      }),
  }
}
