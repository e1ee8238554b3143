import { useAppStore } from '../../state/appStore.ts'
import { hasWalletNode, useNodeChoice, type NodeName } from '../nodeChoice.ts'

/** The node whose answers those of `first` are compared with: one that the operator has not chosen, where there is one. */
export function secondNode(first: NodeName): NodeName | null {
  const there: Record<NodeName, boolean> = {
    own: useNodeChoice.getState().own !== '',
    wallet: hasWalletNode() && useAppStore.getState().connection === 'connected',
    site: true,
  }
  return (['own', 'wallet', 'site'] as const).find((node) => node !== first && there[node]) ?? null
}
