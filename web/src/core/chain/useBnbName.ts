import { useEffect, useState } from 'react'
import type { HexString } from '@galx/protocol/webConfig'
import { useConfig } from '../config/configStore.ts'

/** The names that were read since the page was opened. */
const known = new Map<string, Promise<string | null>>()

/** The `.bnb` name of an address; null while unknown, without a name, and on every chain except BNB Smart Chain. */
export function useBnbName(address: string | null): string | null {
  const chainId = useConfig()?.chainId
  const [found, setFound] = useState<{ address: string; name: string | null } | null>(null)
  useEffect(() => {
    if (address === null || chainId !== 56) return
    let live = true
    void nameOf(address.toLowerCase() as HexString).then((name) => live && setFound({ address, name }))
    return () => {
      live = false
    }
  }, [address, chainId])
  return found !== null && found.address === address ? found.name : null
}

function nameOf(address: HexString): Promise<string | null> {
  const before = known.get(address)
  if (before !== undefined) return before
  const reading = import('./bnbName.ts')
    .then(({ readBnbName }) => readBnbName(address))
    .catch(() => {
      // A later use tries again. A missing name is not worth a message.
      known.delete(address)
      return null
    })
  known.set(address, reading)
  return reading
}
