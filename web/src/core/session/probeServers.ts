/** Noticing that a server is back. */
import { markServer } from '../api/client.ts'
import { readHealth } from '../api/health.ts'
import { useAppStore } from '../state/appStore.ts'
import { loadUserInfo } from './loadUserInfo.ts'

/**
 * Asks each server that gave no answer whether it does now, and loads the user info that it did not give. A page that asks nothing by
 * itself would not notice. Never rejects.
 */
export async function probeServers(): Promise<void> {
  const { mainApi, btcApi } = useAppStore.getState()
  const away = [mainApi === 'down' && 'main', btcApi === 'down' && 'btc'] as const
  await Promise.all(
    away.map(async (server) => {
      if (server !== false && (await readHealth(server)).status !== 'unreachable') markServer(server, 'up')
    }),
  )
  const state = useAppStore.getState()
  if (state.mainApi === 'up' && state.userInfoStatus === 'failed') await loadUserInfo()
}
