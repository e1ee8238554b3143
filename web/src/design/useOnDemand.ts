import { useState } from 'react'

/** A sheet whose code loads with its first opening. The sheet then stays drawn, so that it can also animate when it closes. */
export function useOnDemand() {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  return {
    isUsed: state !== 'unused',
    isOpen: state === 'open',
    open: () => setState('open'),
    close: () => setState('closed'),
  }
}
