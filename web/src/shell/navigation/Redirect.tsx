import { useEffect } from 'react'
import { goTo } from './appHistory.ts'

/** Leads to another route, without an entry for this one in the history. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => goTo(to, { replace: true }), [to])
  return null
}
