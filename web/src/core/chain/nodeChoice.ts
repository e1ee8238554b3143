/** Which node the app reads the chain from. Kept on this device. */
import { create } from 'zustand'
import { readStored, writeStored } from '../state/storage.ts'
import { useWalletStore } from '../wallet/walletStore.ts'

/** `site`: of the site’s configuration; `wallet`: whichever the connected wallet uses; `own`: typed in by the holder. */
export type NodeName = 'site' | 'wallet' | 'own'

export type NodeChoice = {
  chosen: NodeName
  /** the address of the holder’s own node; empty without one. Kept only after a test (testNode.ts) */
  own: string
}

const NODE_KEY = 'galx_node'

export const useNodeChoice = create<NodeChoice>()(() => {
  const [chosen, own = ''] = (readStored(NODE_KEY) ?? 'site').split(' ')
  return { chosen: chosen as NodeName, own }
})

export function chooseNode(choice: NodeChoice): void {
  writeStored(NODE_KEY, `${choice.chosen} ${choice.own}`)
  useNodeChoice.setState(choice)
}

/** The demo wallet has no node of its own. */
export function hasWalletNode(): boolean {
  return (useWalletStore.getState().connected?.id ?? 'demo') !== 'demo'
}

/**
 * Asked one after the other until one answers. The holder who has left the site’s node for an own one is not brought back to
 * it unasked.
 */
export function nodesInTurn(): NodeName[] {
  const { chosen } = useNodeChoice.getState()
  if (chosen === 'own') return ['own', 'wallet']
  return chosen === 'wallet' && hasWalletNode() ? ['wallet', 'site'] : ['site', 'wallet']
}

/** Whether there are two nodes to compare (comparing/). */
export function hasTwoNodes(): boolean {
  return useNodeChoice.getState().own !== '' || hasWalletNode()
}
