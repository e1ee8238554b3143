import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { Auditor } from '@galx/operator/audit/auditor'
import { differenceText } from '@galx/operator/audit/differences'
import { pollIn, verdictLine, waitForNode } from './following.ts'
import { ChainSource } from '@galx/operator/audit/io/chainSource'
import { createLogDecoder } from '@galx/operator/audit/io/decode'
import { writeState } from '@galx/operator/audit/io/stateFile'
import type { ClosedEpoch } from '@galx/operator/audit/world'
import { coSignerMethods } from '@galx/operator/cosign/coSigner'
import { CoSignLedger } from '@galx/operator/cosign/ledger'
import { startRpcServer } from '@galx/operator/cosign/rpcServer'
import { openNodes, placeOf, readStolen, setAside } from './audit.ts'
import {
  PLACE_HELP,
  PLACE_OPTIONS,
  readLogRange,
  readOptions,
  readRpcUrls,
  readTrustsUnknownHeaders,
  UsageError,
  type Command,
} from './command.ts'
import { openDeployment } from './connection.ts'
import { readPrivateKey } from './key.ts'

const STANDARD_PLACE = '127.0.0.1:8160'

export const cosignCommand: Command = {
  summary: 'sign vouchers as the co-signer, if the chain’s logs confirm them',
  help: `npm run operator -- cosign --rpc URL[,URL] --deployment FILE [options]

The second engine with a key. It computes every bonus from the logs of final blocks, as "audit --follow" does, and answers the signer as a
remote signer: JSON-RPC over HTTP with eth_accounts and eth_signTypedData_v4. It signs only vouchers of this deployment, for no more than it
has computed itself, up to the last epoch whose computed hash EpochLog holds. Otherwise it answers with an error that names the reason.
A GET request returns its progress. It needs no server and no database. Run it on a different machine from the signer, with separate nodes.
It runs until SIGTERM.

  --listen HOST:PORT  the address of the signer (default ${STANDARD_PLACE})
  --state FILE        write the state after each epoch; if FILE exists, begin with it instead of the first block
  --stolen FILE       known draws beyond grants: lines of PROGRAM ACCOUNT WEI. Such a draw stops all signing
                      unless FILE names it
  --log-range BLOCKS  the greatest number of blocks in one request for logs (default 10000)
${PLACE_HELP}
                      Several nodes, separated by commas, must all give the same logs and blocks

From the environment:
  COSIGNER_PRIVATE_KEY  the co-signer's key

It prints a line of JSON for each epoch that becomes final, and for each difference, as "audit --follow" does.

Exit code 0: SIGTERM. 1: the contracts differ from the logs, nodes disagree, or a final block was replaced. 2: the call was wrong.`,
  async run(parameters, environment, say, complain) {
    const options = readOptions(parameters, {
      ...PLACE_OPTIONS,
      listen: { type: 'string', default: STANDARD_PLACE },
      state: { type: 'string' },
      stolen: { type: 'string' },
      'log-range': { type: 'string' },
    })
    const place = readListen(options.listen)
    const logRange = readLogRange(options)
    const connection = await openDeployment(options, environment)
    const { deployment } = connection
    const privateKey = await readPrivateKey('COSIGNER_PRIVATE_KEY', environment, connection)
    if (privateKey === undefined) throw new UsageError('COSIGNER_PRIVATE_KEY is missing')

    const source = new ChainSource({
      nodes: await openNodes(readRpcUrls(options, environment), deployment, complain, logRange),
      decoder: createLogDecoder(deployment),
      everyHeader: false,
      trustsUnknownHeaders: readTrustsUnknownHeaders(environment),
      announce: complain,
    })
    /** Closed epochs. Their lines wait until the contracts agree with the logs. */
    const closed: Pick<ClosedEpoch, 'epoch' | 'hash'>[] = []
    const auditor: Auditor = new Auditor({
      source,
      ...placeOf(deployment),
      stolen: options.stolen ? readStolen(options.stolen, deployment) : new Map<string, bigint>(),
      files: undefined,
      differ: (difference) => {
        const text = differenceText(difference)
        say(JSON.stringify({ difference: text }))
        complain(text)
      },
      onClosed: (epoch, state) => {
        ledger.close(epoch)
        closed.push(epoch)
        if (options.state) writeState(options.state, state)
      },
      onContinued: (epoch) => void closed.push(epoch),
    })
    const ledger = new CoSignLedger(auditor)
    const printVerdicts = () => {
      for (const { epoch, hash } of closed.splice(0)) {
        const ruleset = auditor.world.terms.rulesets.findLast(({ firstEpoch }) => firstEpoch <= epoch)!
        say(verdictLine({ epoch, hash, ruleset }, auditor.record))
      }
    }

    /** whether the next poll reads new logs even if no epoch waits */
    let isWanted = false
    const stopping = new AbortController()
    const stop = () => stopping.abort()
    process.once('SIGTERM', stop).once('SIGINT', stop)
    const server = await startRpcServer({
      methods: methodsOf(privateKey, ledger, deployment, () => {
        isWanted = true
      }),
      status: () => statusOf(ledger),
      ...place,
      complain,
    })
    complain(`co-signs at ${server.url}`)
    try {
      if (options.state && existsSync(options.state)) await auditor.continueFrom(options.state)
      while (!stopping.signal.aborted) {
        const wanted: boolean = isWanted
        // A request during this poll is for the next poll.
        isWanted = false
        if (await waitForNode(() => poll(auditor, ledger, wanted), complain)) printVerdicts()
        else isWanted ||= wanted
        const rest = pollIn(epochWaits(ledger) ? 0 : auditor.secondsToEnd)
        await delay(rest, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
      return 0
    } finally {
      process.off('SIGTERM', stop).off('SIGINT', stop)
      await server.stop()
      if (auditor.contractsDiffer) setAside(options.state, complain)
    }
  },
}

function methodsOf(
  privateKey: Hex,
  ledger: CoSignLedger,
  { chainId, contracts }: { chainId: number; contracts: { RewardVouchers: { address: string } } },
  onLaterNonce: () => void,
) {
  return coSignerMethods({
    key: privateKeyToAccount(privateKey),
    chainId,
    contract: contracts.RewardVouchers.address as Address,
    facts: ledger,
    onLaterNonce,
  })
}

/** The answer to a GET request. `settled`: the last epoch whose grants are signed */
function statusOf({ status }: CoSignLedger): object {
  if (status === null) return { settled: null, waits: 'not computed yet' }
  const { settled, waits, fault, signersNonce } = status
  return {
    settled: settled === null ? null : Number(settled.epoch),
    waits: fault ?? waits,
    signersNonce: Number(signersNonce),
  }
}

/** @returns whether EpochLog lacks the computed hash of a closed epoch */
function epochWaits({ status }: CoSignLedger): boolean {
  return status !== null && status.waits !== null
}

/**
 * Reads all new logs if they are wanted, or if a closed epoch waits for its hash in EpochLog. Otherwise reads them only after an epoch's end.
 * @returns whether the contracts were compared, and agree
 */
async function poll(auditor: Auditor, ledger: CoSignLedger, isWanted: boolean): Promise<boolean> {
  if (!(await auditor.follow(isWanted || epochWaits(ledger)))) return false
  ledger.settle()
  return true
}

/** @throws UsageError */
function readListen(text: string): { host: string; port: number } {
  const [, host, port] = /^(\[[0-9a-fA-F:]+\]|[^:]+):(\d{1,5})$/.exec(text) ?? []
  if (host === undefined || Number(port) > 65_535)
    throw new UsageError(`--listen must be HOST:PORT, not "${text}"`)
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}
