import { useEffect } from 'react'
import { goTo } from './appHistory.ts'
import { useLocation } from './useLocation.ts'

/** Goes to another route, without an entry for this route in the history. */
export function Redirect({ to }: { to: string }) {
  // Runs once for each navigation: this element may still be on the screen, while its page's code loads, when the next navigation needs it too.
  const { key } = useLocation()
  useEffect(() => goTo(to, { replace: true }), [to, key])
  return null
}
