import type { Deployment } from '@galx/protocol/deployment'

export type RunningChain = {
  rpcUrl: string
  stop(): Promise<void>
}

// A test may replace it later.
const { fetch } = globalThis

async function ask<T>(method: 'POST' | 'DELETE', body: string): Promise<T> {
  const response = await fetch(process.env.TEST_CHAINS_URL!, { method, body })
  const answer = (await response.json()) as T & { problem?: string }
  if (answer.problem !== undefined) throw new Error(answer.problem)
  return answer
}

function running<T extends { rpcUrl: string }>(chain: T): T & RunningChain {
  return {
    ...chain,
    stop: async () => {
      await ask('DELETE', chain.rpcUrl)
    },
  }
}

/** An empty chain of the run's chains (chains.ts), which makes a block on demand. */
export async function startTestChain(): Promise<RunningChain> {
  return running(await ask<{ rpcUrl: string }>('POST', 'empty'))
}

/** A chain with the whole product. */
export async function startDeployedChain(): Promise<RunningChain & { deployment: Deployment }> {
  return running(await ask<{ rpcUrl: string; deployment: Deployment }>('POST', 'deployed'))
}
