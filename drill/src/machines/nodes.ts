/** Nodes of the chain that can be made to fail, in a separate process, so that other work of the drill does not slow them down. */
import { fileURLToPath } from 'node:url'
import { startOwned } from '@galx/stack/process/ownedProcess'

export type Manner =
  | 'honest'
  /** multiplies every stake's weight by a thousand */
  | 'lies'
  /** stays at its block, far behind */
  | 'lags'
  /** accepts no connection */
  | 'dead'

/** A command to the process: the behaviour of one of its nodes from now on. */
export type NodeOrder = { port: number; manner: Manner }

export type Node = { url: string; behave(manner: Manner): void }

/** @param target the real node, whose answers all these nodes forward */
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
