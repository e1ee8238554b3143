/** `main.ts api` and `main.ts btc-api`: run until SIGINT or SIGTERM. */
import { readApiConfiguration, type ApiName } from './configuration.ts'

function command(name: ApiName) {
  return async (environment: NodeJS.ProcessEnv): Promise<number> => {
    const configuration = await readApiConfiguration(name, environment)
    // Loaded after the configuration was read: a wrong variable is reported at once.
    const { startApi } = await import('./startApi.ts')
    const api = await startApi(configuration)
    const signals = ['SIGINT', 'SIGTERM'] as const
    const signal = await new Promise<string>((resolve) => {
      for (const one of signals) process.once(one, resolve)
    })
    const { serveSeconds, drainSeconds } = configuration.shutdown
    api.app.log.info({ signal, serveSeconds, drainSeconds }, 'Stopping: no longer ready')
    // After a second signal, the process does not wait for balancers to notice that it is stopping.
    const endNow = new AbortController()
    for (const one of signals) process.once(one, () => endNow.abort())
    await api.leave(endNow.signal)
    return 0
  }
}

export const api = command('api')
export const btcApi = command('btc-api')
