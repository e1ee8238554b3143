import { useEffect } from 'react'
import { goTo } from './appHistory.ts'
import { useLocation } from './useLocation.ts'

/** Leads to another route, without an entry for this one in the history. */
export function Redirect({ to }: { to: string }) {
  // Once for each navigation: this may still be on the screen, its page's code on the way, when the next one needs it too.
  const { key } = useLocation()
  useEffect(() => goTo(to, { replace: true }), [to, key])
  return null
}
