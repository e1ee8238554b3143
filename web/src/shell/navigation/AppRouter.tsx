import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react'
import { onNavigation } from '../../app/navigation.ts'
import { currentLocation, listenToNavigation } from './appHistory.ts'
import { LocationContext } from './useLocation.ts'
import { startProgress } from './navigationProgress.ts'

/** What every navigation does before its page is even looked for. */
function navigationStarts() {
  startProgress()
  onNavigation(window.location)
}

/**
 * Follows the address. The page changes in a transition, that is, when its code has arrived; until then the old page
 * stays and the progress bar runs.
 */
export function AppRouter({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(currentLocation)

  useLayoutEffect(() => {
    const stop = listenToNavigation((next) => {
      navigationStarts()
      startTransition(() => setLocation(next))
    })
    navigationStarts()
    return stop
  }, [])

  return <LocationContext value={location}>{children}</LocationContext>
}
