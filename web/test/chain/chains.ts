/**
 * The chains of a run. A test in jsdom cannot start a chain: there, files have no file: addresses. So this one process starts all chains; a process for
 * each file would read the same programs again. A POST starts a chain and answers with it, a DELETE with a chain's address ends that chain.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startChain } from '@galx/stack/chain/startChain'

/** A variable, so that the compiler does not follow the import: the imported code uses a newer library than the app. */
const DEPLOYED: string = '@galx/stack/testing/deployedChain'

type Started = { rpcUrl: string; deployment?: unknown; stop(): Promise<void> }

async function start(kind: string): Promise<Started> {
  if (kind !== 'deployed') return startChain({ blockTime: 'manual' })
  const { startDeployedChain } = (await import(/* @vite-ignore */ DEPLOYED)) as {
    startDeployedChain: () => Promise<{ chain: Started; deployment: unknown }>
  }
  const { chain, deployment } = await startDeployedChain()
  return { rpcUrl: chain.rpcUrl, deployment, stop: () => chain.stop() }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += String(part)
  return text
}

/** Tests find the process at TEST_CHAINS_URL. */
export default async function serveChains(): Promise<() => Promise<void>> {
  const running = new Map<string, Started>()
  const answer = async (method: string | undefined, text: string): Promise<object> => {
    if (method === 'DELETE') {
      const ending = running.get(text)
      running.delete(text)
      await ending?.stop()
      return {}
    }
    const started = await start(text)
    running.set(started.rpcUrl, started)
    return { rpcUrl: started.rpcUrl, deployment: started.deployment }
  }
  const server = createServer((request, response) => {
    void textOf(request)
      .then((text) => answer(request.method, text))
      .catch((error: unknown) => ({ problem: String(error) }))
      .then((result) => response.end(JSON.stringify(result)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.env.TEST_CHAINS_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return async () => {
    server.closeAllConnections()
    server.close()
    await Promise.all([...running.values()].map((one) => one.stop()))
  }
}
