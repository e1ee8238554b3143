import type { Address, Hex } from 'viem'
import { EPOCHS_A_PUBLICATION } from '@galx/protocol/transactionGas'
import { signerChain, type FinalFacts } from '@galx/server/signer/chainFacts'
import { mayPublish } from '@galx/server/signer/decide'
import { readPublisher } from '@galx/server/signer/keys'
import { createPublisher } from '@galx/server/signer/publisher'
import { readEpochs, type ClosedEpoch } from '@galx/server/signer/tables'
import { readMoneyAt } from '@galx/server/signer/turn'
import { Auditor } from '@galx/operator/audit/auditor'
import { differenceText } from '@galx/operator/audit/differences'
import { ChainSource } from '@galx/operator/audit/io/chainSource'
import { createLogDecoder } from '@galx/operator/audit/io/decode'
import { DeploymentError, EnvironmentError } from '@galx/operator/deploy/deploymentError'
import { firstLine } from '@galx/operator/verify/findings'
import { dateText } from '@galx/operator/verify/text'
import { openNodes, placeOf } from './audit.ts'
import {
  isConfirmed,
  PLACE_HELP,
  PLACE_OPTIONS,
  readOptions,
  readRpcUrls,
  readTrustsUnknownHeaders,
  requireFile,
  WRITE_HELP,
  WRITE_OPTIONS,
  type Command,
} from './command.ts'
import { openDeployment, type Connection } from './connection.ts'
import { withDatabase } from './database.ts'
import { isDevelopmentChain } from './key.ts'

/** The exit code if only some of the epochs are published. */
const PARTLY = 3

export const publishCommand: Command = {
  summary: 'publish the hashes of closed epochs by hand, after an audit of each',
  help: `npm run operator -- publish --rpc URL[,URL] --deployment FILE [--from FILE] [--confirm]

Publishes once, by hand, in place of the signer process: sends to EpochLog the hashes of the epochs that the indexer has closed
and that are not published. First it computes every epoch again from logs alone (operator audit). It stops at the first epoch
whose hashes differ, for which the nodes do not agree, or whose grants exceed the vested amount. If the ruleset is not EpochLog's,
it publishes nothing. It names draws beyond a grant and differences in EpochLog for earlier epochs, but they do not stop it.

${PLACE_HELP}
  --from FILE         begin the audit with a state that "audit --save" has written
${WRITE_HELP}

From the environment:
  DATABASE_URL           the servers' database
  PUBLISHER_PRIVATE_KEY  EpochLog's publisher, or PUBLISHER_URL of a remote signer; needed with --confirm

Exit code 0: published, or shown, or there was nothing to publish.
          1: something is wrong: nothing was sent, or a line names the transaction that was sent and did not succeed.
          2: the call was wrong.
          3: the first epochs are published, or shown; a line says why the next epoch is not.`,
  async run(parameters, environment, say, complain) {
    const options = readOptions(parameters, { ...PLACE_OPTIONS, ...WRITE_OPTIONS, from: { type: 'string' } })
    const confirmed = isConfirmed(options)
    if (options.from !== undefined) requireFile('--from', options.from)
    const connection = await openDeployment(options, environment)
    const { deployment } = connection
    const urls = readRpcUrls(options, environment)
    const chain = signerChain(urls, deployment)
    const key = await readPublisher(environment, chain)
    const facts = await chain.finalFacts(null)
    await assertPublisher(connection, facts, key?.address ?? null)
    const next = await chain.nextEpoch()
    const closed = await withDatabase(environment, async (sql) => ({
      epochs: (await readEpochs(sql, next, EPOCHS_A_PUBLICATION)).filter(({ hash }) => hash !== null),
      money: await readMoneyAt(sql, deployment, facts),
    }))
    if (closed.epochs.length === 0) {
      say(`nothing to publish: EpochLog takes epoch ${next} next, and the indexer has not closed it`)
      return 0
    }
    const audited = await audit(connection, { urls, environment, from: options.from }, complain)
    const due: ClosedEpoch[] = []
    for (const epoch of closed.epochs) {
      const computed = audited.get(BigInt(epoch.epoch))
      const decision = mayPublish({
        ...epoch,
        audited: computed?.hash ?? null,
        published: null,
        ...closed.money,
      })
      if (!decision.ok) {
        complain(`epoch ${epoch.epoch} is not published: ${decision.detail}`)
        break
      }
      if (computed!.blockNumber !== BigInt(epoch.blockNumber!)) {
        complain(
          `epoch ${epoch.epoch} is not published: the indexer ends the epoch with block ${epoch.blockNumber}, the audit with block ${computed!.blockNumber}`,
        )
        break
      }
      due.push(epoch)
    }
    for (const { epoch, hash } of due)
      say(`epoch ${epoch} ${hash}, ended ${dateText(BigInt((epoch + 1) * deployment.epochDuration))}`)
    const code = due.length === closed.epochs.length ? 0 : PARTLY
    const [first] = due
    if (first === undefined) return 1
    if (!confirmed) {
      say(`would publish ${due.length} epochs; nothing was sent: add --confirm`)
      return code
    }
    if (key === null)
      throw new EnvironmentError('PUBLISHER_PRIVATE_KEY (or PUBLISHER_URL) is missing in the environment')
    const epochLog = deployment.contracts.EpochLog.address as Address
    const hash = await createPublisher(chain, key, { chainId: deployment.chainId, epochLog }).publish(
      {
        first: first.epoch,
        hashes: due.map((epoch) => epoch.hash!),
        blockNumbers: due.map(({ blockNumber }) => blockNumber!),
      },
      facts.publisher,
    )
    await settled(connection, hash!)
    say(`${due.length} epochs are published by ${hash}`)
    return code
  },
}

/** @throws DeploymentError if the contract's publisher is off, is another account, or cannot pay gas */
async function assertPublisher(
  { reader }: Connection,
  { publisher }: FinalFacts,
  key: Address | null,
): Promise<void> {
  const faults: string[] = []
  if (/^0x0+$/.test(publisher))
    faults.push('EpochLog has no publisher: the timelock names one (setPublisher)')
  else {
    if (key !== null && key !== publisher)
      faults.push(`PUBLISHER_PRIVATE_KEY is the key of ${key}, but EpochLog’s publisher is ${publisher}`)
    if ((await reader.getBalance({ address: publisher })) === 0n)
      faults.push(`the publisher ${publisher} has no native coin to pay gas with`)
  }
  if (faults.length > 0) throw new DeploymentError(faults.join('\n'))
}

/**
 * Names each difference. The results come from logs alone, so a different draw or a different hash in EpochLog (perhaps replaced since) does
 * not affect them.
 * @returns every epoch that has ended, computed from logs alone
 * @throws DeploymentError if a ruleset is not EpochLog's, or if the contracts differ from the logs
 */
async function audit(
  { deployment }: Connection,
  {
    urls,
    environment,
    from,
  }: { urls: readonly string[]; environment: NodeJS.ProcessEnv; from: string | undefined },
  complain: (line: string) => void,
): Promise<ReadonlyMap<bigint, { hash: Hex; blockNumber: bigint }>> {
  const auditor = new Auditor({
    source: new ChainSource({
      nodes: await openNodes(urls, deployment, complain),
      decoder: createLogDecoder(deployment),
      everyHeader: false,
      trustsUnknownHeaders: readTrustsUnknownHeaders(environment),
      announce: complain,
    }),
    ...placeOf(deployment),
    stolen: new Map(),
    files: undefined,
    differ: (difference) => complain(differenceText(difference)),
    onClosed: () => {},
  })
  if (from !== undefined) await auditor.continueFrom(from)
  const head = await auditor.advance()
  if ((await auditor.compareContracts(head)) > 0)
    throw new DeploymentError(
      'nothing was sent: the contracts differ from the logs, so logs are missing or wrong',
    )
  await auditor.finish(head)
  if (auditor.record.disputedRulesets.size > 0)
    throw new DeploymentError('nothing was sent: EpochLog has other rulesets (docs/runbook.md)')
  return auditor.record.computed
}

async function settled(connection: Connection, hash: Hex): Promise<void> {
  const { reader } = connection
  if (await isDevelopmentChain(connection)) await reader.request({ method: 'evm_mine' } as never)
  const { status } = await reader
    .waitForTransactionReceipt({ hash, timeout: 120_000 })
    .catch((error: Error) => {
      throw new DeploymentError(`whether the transaction ${hash} succeeded is not known: ${firstLine(error)}`)
    })
  if (status !== 'success') throw new DeploymentError(`the transaction ${hash} reverted`)
}
