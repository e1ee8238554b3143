/** The embedded chain with the deployed product and the demo world, like in the stack. */
import { join } from 'node:path'
import type { Deployment } from '@galx/protocol/deployment'
import { prepareChain } from '@galx/stack/supervisor/preparedChain'
import { ProcessGroup } from '@galx/stack/supervisor/processGroup'
import { makeFolders, readSettings } from '@galx/stack/supervisor/settings'

export type DrillChain = {
  /** the address for the product's processes */
  rpcUrl: string
  /** the address for users: each request lets the chain make a block */
  peopleUrl: string
  deployment: Deployment
  deploymentFile: string
  faults: string[]
  stop(): Promise<void>
}

export async function startDrillChain(
  folder: string,
  port: number,
  say: (line: string) => void,
): Promise<DrillChain> {
  const settings = readSettings({
    GALX_DATA_DIR: join(folder, 'chain'),
    RPC_PORT: String(port),
    WEB_PORT: String(port + 1),
    API_PORT: String(port + 2),
    BTC_API_PORT: String(port + 3),
    DB_PORT: String(port + 4),
  })
  makeFolders(settings)
  const faults: string[] = []
  const group = new ProcessGroup(settings.paths.logs, (line) => faults.push(line))
  const { chain, deployment } = await prepareChain(settings, group, say)
  return {
    rpcUrl: chain.rpcUrl,
    peopleUrl: `http://127.0.0.1:${port}`,
    deployment,
    deploymentFile: settings.paths.deployment,
    faults,
    stop: () => group.stop(),
  }
}
