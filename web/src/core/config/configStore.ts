/** The deployment's configuration, read once at start. */
import type { WebConfig } from '@galx/protocol/webConfig'
import { create } from 'zustand'

export type ConfigState =
  | { status: 'loading' }
  | { status: 'ready'; config: WebConfig }
  /** `problems` are sentences for the operator of the site; the shell shows them as they are */
  | { status: 'invalid'; problems: string[] }

export const useConfigStore = create<{ state: ConfigState }>()(() => ({ state: { status: 'loading' } }))

/** The configuration, for code that runs only after the configuration has loaded. @throws Error before loadConfig has succeeded */
export function currentConfig(): WebConfig {
  const { state } = useConfigStore.getState()
  if (state.status !== 'ready') throw new Error('The configuration is not loaded yet')
  return state.config
}

/** The configuration inside a component; null until it is loaded. */
export function useConfig(): WebConfig | null {
  return useConfigStore(({ state }) => (state.status === 'ready' ? state.config : null))
}
