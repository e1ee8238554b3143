/** The node from which the app reads the chain. The choice is stored on this device. */
import { create } from 'zustand'
import { readStored, writeStored } from '../state/storage.ts'
import { useWalletStore } from '../wallet/walletStore.ts'

/** `site`: the node of the site’s configuration; `wallet`: the connected wallet’s node; `own`: a node whose address the holder typed in. */
export type NodeName = 'site' | 'wallet' | 'own'

export type NodeChoice = {
  chosen: NodeName
  /** the address of the holder’s own node; empty without such a node. Stored only after a test (testNode.ts) */
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

/** The nodes that are asked one after the other until one answers. A holder who chose their own node never falls back to the site’s node. */
export function nodesInTurn(): NodeName[] {
  const { chosen } = useNodeChoice.getState()
  if (chosen === 'own') return ['own', 'wallet']
  return chosen === 'wallet' && hasWalletNode() ? ['wallet', 'site'] : ['site', 'wallet']
}

/** Whether there are two nodes to compare (comparing/). */
export function hasTwoNodes(): boolean {
  return useNodeChoice.getState().own !== '' || hasWalletNode()
}
