import { useEffect } from 'react'
import { goTo } from './appHistory.ts'
import { useLocation } from './useLocation.ts'

/** Goes to another route, without an entry for this route in the history. */
export function Redirect({ to }: { to: string }) {
  // Runs once for each navigation. While the new page's code loads, this element stays on the screen, and the next navigation may need the redirect again.
  const { key } = useLocation()
  useEffect(() => goTo(to, { replace: true }), [to, key])
  return null
}
