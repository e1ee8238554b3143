import { useAppStore } from '../../state/appStore.ts'
import { hasWalletNode, useNodeChoice, type NodeName } from '../nodeChoice.ts'

/** The node to compare with `first`; if possible, a node that the operator has not chosen. Null if there is no such node. */
export function secondNode(first: NodeName): NodeName | null {
  const there: Record<NodeName, boolean> = {
    own: useNodeChoice.getState().own !== '',
    wallet: hasWalletNode() && useAppStore.getState().connection === 'connected',
    site: true,
  }
  return (['own', 'wallet', 'site'] as const).find((node) => node !== first && there[node]) ?? null
}
