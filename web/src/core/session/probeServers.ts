/** Notices that a server answers again. */
import { markServer } from '../api/client.ts'
import { readHealth } from '../api/health.ts'
import { useAppStore } from '../state/appStore.ts'
import { loadUserInfo } from './loadUserInfo.ts'

/**
 * Asks each server that is marked `down` whether it answers again, and loads the user info if loading had failed. A page that
 * sends no requests would not notice that a server is back. Never rejects.
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
