/** Nodes of the chain that can be made to fail, in a process of their own, so that the drill's work does not slow them down. */
import { fileURLToPath } from 'node:url'
import { startOwned } from '@galx/stack/process/ownedProcess'

export type Manner =
  | 'honest'
  /** every stake's weight is a thousand times what it is */
  | 'lies'
  /** it stands where it was, a good while behind */
  | 'lags'
  /** it takes no connection */
  | 'dead'

/** A command to the process: how one of its nodes behaves from now on. */
export type NodeOrder = { port: number; manner: Manner }

export type Node = { url: string; behave(manner: Manner): void }

/** @param target the real node, which every one of them passes on */
export async function startNodes(
  ports: readonly number[],
  target: string,
): Promise<{ nodes: Node[]; stop(): Promise<void> }> {
  const program = fileURLToPath(new URL('./nodeProcess.ts', import.meta.url))
  const { child, stop } = await startOwned(
    process.execPath,
    ['--import', 'tsx', program, target, ...ports.map(String)],
    { name: 'nodes', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  )
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', () => reject(new Error('the nodes did not start')))
  })
  return {
    nodes: ports.map((port) => ({
      url: `http://127.0.0.1:${port}`,
      behave: (manner) => void child.send({ port, manner } satisfies NodeOrder),
    })),
    stop,
  }
}
