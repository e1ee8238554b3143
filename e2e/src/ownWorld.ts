/** A whole stack for one test. The test may end all servers while the chain's node keeps running. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChain, type Chain } from '@galx/stack/chain/startChain'
import { startStack, type StackAddress } from './stack.ts'

export type OwnWorld = StackAddress & {
  /**
   * Ends the whole stack: both APIs, indexer, second engine, signer with publisher, database, web server, gateway and node. Then starts only the
   * node again, with the chain's state and at the same address.
   * @throws Error if a server still listens
   */
  leaveNodeAlone(): Promise<void>
  stop(): Promise<void>
}

/** Offsets of ports from a stack's web port. The tests' own servers (ownServers.ts) take the offsets from 10 on. */
const PORTS_AFTER = 20
/** The fewest accounts that a demo world can have. */
const DEMO_ACCOUNTS = 10

/** @param beside the run's stack, which the other tests still use */
export async function startWorld(beside: StackAddress): Promise<OwnWorld> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'galx-e2e-world-'))
  const portBase = Number(new URL(beside.webUrl).port) + PORTS_AFTER
  const stack = await startStack({ portBase, dataDirectory, demoAccounts: DEMO_ACCOUNTS }).catch(
    async (error: unknown) => {
      await rm(dataDirectory, { recursive: true, force: true })
      throw error
    },
  )
  let node: Chain | undefined
  return {
    ...stack,
    async leaveNodeAlone() {
      await stack.stop()
      const { webUrl, apiUrl, btcApiUrl, rpcUrl, databaseUrl } = stack
      for (const url of [webUrl, apiUrl, btcApiUrl, rpcUrl, databaseUrl])
        if (await listens(url))
          throw new Error(`${new URL(url).host} still listens after the end of the stack`)
      node = await startChain({
        port: Number(new URL(rpcUrl).port),
        stateFile: join(dataDirectory, 'chain/state.json.gz'),
        blockTime: 1,
      })
    },
    async stop() {
      await Promise.all([stack.stop(), node?.stop()])
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}

async function listens(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
