import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react'
import { onNavigation } from '../../app/navigation.ts'
import { currentLocation, listenToNavigation } from './appHistory.ts'
import { LocationContext } from './useLocation.ts'
import { startProgress } from './navigationProgress.ts'

/** Runs at every navigation, before its page is looked up. */
function navigationStarts() {
  startProgress()
  onNavigation(window.location)
}

/**
 * Follows the address. The page changes in a transition, once its code has arrived. Until then the old page
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
