import { createContext, useContext } from 'react'
import { currentLocation, type AppLocation } from './appHistory.ts'

export const LocationContext = createContext<AppLocation>(currentLocation())

/** The location of the page that is on the screen. */
export function useLocation(): AppLocation {
  return useContext(LocationContext)
}
