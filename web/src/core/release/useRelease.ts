import { useEffect, useState } from 'react'
import { useConfig } from '../config/configStore.ts'
import { readRelease, type ReleaseFound } from './readRelease.ts'

/** The release inside a component; null while release.json is read. */
export function useRelease(): ReleaseFound | null {
  const config = useConfig()
  const [found, setFound] = useState<ReleaseFound | null>(null)
  useEffect(() => {
    if (config === null) return
    let gone = false
    void readRelease(config).then((read) => {
      if (!gone) setFound(read)
    })
    return () => {
      gone = true
    }
  }, [config])
  return found
}
