import { parseWebConfig, type WebConfig } from '@galx/protocol/webConfig'
import { useAppStore } from '../state/appStore.ts'
import { useConfigStore, type ConfigState } from './configStore.ts'

const TIMEOUT = 20_000

let loading: Promise<WebConfig | null> | null = null

/**
 * Reads and validates /config.json once. Later calls share the outcome of the first call, unless the first call failed.
 * @returns the configuration; null after a failure, and then the config store has the problems
 */
export function loadConfig(read: () => Promise<unknown> = fetchConfig): Promise<WebConfig | null> {
  loading ??= load(read).then((config) => {
    if (config === null) loading = null
    return config
  })
  return loading
}

async function load(read: () => Promise<unknown>): Promise<WebConfig | null> {
  const settle = (state: ConfigState) => useConfigStore.setState({ state })
  try {
    const result = parseWebConfig(await read())
    if (!result.ok) {
      settle({ status: 'invalid', problems: result.problems })
      return null
    }
    useAppStore.setState({ chainId: result.config.chainId })
    settle({ status: 'ready', config: result.config })
    return result.config
  } catch (error) {
    settle({
      status: 'invalid',
      problems: [`/config.json: ${error instanceof Error ? error.message : String(error)}`],
    })
    return null
  }
}

async function fetchConfig(): Promise<unknown> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), TIMEOUT)
  try {
    const response = await fetch('./config.json', { cache: 'no-cache', signal: abort.signal })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return (await response.json()) as unknown
  } finally {
    clearTimeout(timer)
  }
}
