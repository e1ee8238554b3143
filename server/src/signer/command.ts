/** `main.ts signer`: publishes epochs and signs their vouchers until SIGINT or SIGTERM. */
import { availableParallelism } from 'node:os'
import { afterAbort } from '../platform/afterAbort.ts'
import { metricsOf, startMetricsServer } from '../platform/http/metricsServer.ts'
import type { Address } from 'viem'
import {
  count,
  deployment,
  directDatabaseUrl,
  host,
  nodeUrls,
  port,
  seconds,
  type Environment,
} from '../platform/environment.ts'
import { createLog } from '../platform/log.ts'
import { createRedactor } from '../platform/secrets.ts'
import { signerChain } from './chainFacts.ts'
import { readCoSigner, readPublisher, readSigner } from './keys.ts'
import { signerMetrics } from './metrics.ts'
import { createPublisher } from './publisher.ts'
import { runSigner } from './run.ts'

export async function signer(environment: Environment): Promise<number> {
  const databaseUrl = directDatabaseUrl(environment)
  const deployed = await deployment(environment)
  const log = createLog(environment, 'signer')
  const chain = signerChain(nodeUrls(environment), deployed)
  const threads = count(environment, 'SIGNER_THREADS', availableParallelism())
  const keys = await readSigner(environment, chain, deployed, threads)
  const coSigner = readCoSigner(environment, deployed)
  const publisherKey = await readPublisher(environment, chain)
  const metrics = signerMetrics()
  const place = environment.SIGNER_PORT?.trim()
    ? { host: host(environment), port: port(environment, 'SIGNER_PORT') }
    : null
  const limit = seconds(environment, 'SHUTDOWN_DRAIN_SECONDS', 10)
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once('SIGTERM', stop).once('SIGINT', stop)
  const listener = place === null ? null : await startMetricsServer(metricsOf(metrics.registry), place)
  try {
    const run = runSigner({
      databaseUrl,
      chain,
      deployment: deployed,
      signer: keys,
      coSigner,
      publisher:
        publisherKey === null
          ? null
          : createPublisher(chain, publisherKey, {
              chainId: deployed.chainId,
              epochLog: deployed.contracts.EpochLog.address as Address,
            }),
      log,
      redact: createRedactor(environment),
      metrics,
      signal: stopping.signal,
    })
    // A statement may take minutes, or wait for a lock of another session. The database cancels the statement when the connection ends.
    await Promise.race([run, afterAbort(stopping.signal, limit * 1000)])
    return 0
  } finally {
    await keys.stop()
    await listener?.stop()
  }
}
