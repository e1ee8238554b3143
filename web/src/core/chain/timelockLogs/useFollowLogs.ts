import { useCallback, useEffect } from 'react'
import { useConfig } from '../../config/configStore.ts'
import { valueOf } from '../../state/reading.ts'
import { useAppStore } from '../../state/appStore.ts'
import { whenIdle } from '../../state/whenIdle.ts'
import type { ChainRead } from '../chainRead.ts'
import { useNodeChoice } from '../nodeChoice.ts'
import { useChainRead, useHead } from '../useChainRead.ts'

const MINUTE = 60_000

const delayRead: ChainRead<number> = {
  key: 'pool/timelockDelay',
  ofAccount: false,
  load: async () => (await import('./delayReader.ts')).readDelay,
}

/**
 * Reads the timelock's logs while the component is on the screen: once the page is idle, then every minute for the newer blocks.
 * @returns a function that reads on now, for example further back
 */
export function useFollowLogs(): () => void {
  const config = useConfig()
  const reading = useChainRead(delayRead, { every: MINUTE })
  const isReady = useHead() !== null && config !== null && reading.status !== 'loading'
  const delay = valueOf(reading) ?? null
  const choice = useNodeChoice()
  const isConnected = useAppStore(({ connection }) => connection === 'connected')
  const follow = useCallback(
    (back?: boolean) => {
      if (config === null) return
      import('./followLogs.ts').then(
        ({ followLogs }) => followLogs(config, delay, back).catch(() => {}),
        () => {},
      )
    },
    [config, delay],
  )
  useEffect(() => {
    if (!isReady) return
    const cancel = whenIdle(() => follow())
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') follow(false)
    }, MINUTE)
    return () => {
      cancel()
      clearInterval(timer)
    }
  }, [isReady, follow, choice, isConnected])
  return useCallback(() => follow(), [follow])
}
