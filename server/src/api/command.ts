/** `main.ts api` and `main.ts btc-api`: run until SIGINT or SIGTERM. */
import { readApiConfiguration, type ApiName } from './configuration.ts'
import { startApi } from './startApi.ts'

function command(name: ApiName) {
  return async (environment: NodeJS.ProcessEnv): Promise<number> => {
    const api = await startApi(await readApiConfiguration(name, environment))
    const signal = await new Promise<string>((resolve) => {
      for (const one of ['SIGINT', 'SIGTERM'] as const) process.once(one, resolve)
    })
    api.app.log.info({ signal }, 'Stopping')
    await api.stop()
    return 0
  }
}

export const api = command('api')
export const btcApi = command('btc-api')
