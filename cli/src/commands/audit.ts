import { randomInt } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isAddress, type Address } from 'viem'
import type { Deployment } from '@galx/protocol/deployment'
import { Auditor, type AuditorOptions } from '@galx/operator/audit/auditor'
import { differenceText } from '@galx/operator/audit/differences'
import { stolenKey, type KnownStolen } from '@galx/operator/audit/epochRecord'
import { pollIn, verdictLine, waitForNode } from './following.ts'
import { ChainSource, type Node } from '@galx/operator/audit/io/chainSource'
import { auditedAddresses, createLogDecoder } from '@galx/operator/audit/io/decode'
import { filesInFolder, filesOfApi } from '@galx/operator/audit/io/publishedFiles'
import { writeState } from '@galx/operator/audit/io/stateFile'
import { writeEpoch } from '@galx/operator/audit/io/writeEpoch'
import {
  auditStatements,
  createActionDecoder,
  type NamedStatement,
} from '@galx/operator/statement/auditStatements'
import { termsOf } from '@galx/operator/audit/terms'
import type { ClosedEpoch } from '@galx/operator/audit/world'
import { DeploymentError } from '@galx/operator/deploy/deploymentError'
import { nodeName, openReader } from '@galx/operator/deploy/session'
import { LogReader } from '@galx/operator/verify/logs'
import {
  deploymentPathMissing,
  readDeploymentPath,
  readLogRange,
  readOptions,
  readRpcUrls,
  readTrustsUnknownHeaders,
  requireFile,
  rpcUrlMissing,
  UsageError,
  type Command,
} from './command.ts'
import { requireDeployment } from './connection.ts'

export const auditCommand: Command = {
  summary: 'compute every bonus again from the chain alone, and compare',
  help: `npm run audit:rewards -- --rpc URL[,URL] --deployment FILE [options]

Computes all bonuses from the logs of final blocks: inviters, weights, vault shares, node passes, vesting, and the points,
bonuses, header and parts of every ended epoch. It asks no server and shares no code with the servers. It compares with EpochLog
(each epoch's hash and block, the rulesets' hashes), with the claimed amounts, and with the files and vouchers you name.
At the end it compares the results of the logs with the contracts' answers at a final block: the totals that bonuses depend on, and accounts drawn at random.
An omitted, invented or changed log shows there. For vouchers it compares amount, deadline, nonce and both signatures. It names unpaid vouchers
that should have been signed again (rule 16).

  --rpc URL[,URL]     the nodes; also RPC_URL. Several must give the same logs and blocks
  --deployment FILE   the deployment file; also DEPLOYMENT_FILE
  --files FOLDER      compare with epoch files: FOLDER/EPOCH/header.txt, parts/XX.txt, vouchers.json, as "operator export" writes
                      them. A missing file of a published epoch is a difference
  --vouchers none     FOLDER has no vouchers.json, such as a folder from IPFS or from --out
  --api URL           compare with the files and vouchers that the API publishes
  --out FOLDER        write header and parts of each computed epoch, in the layout of --files
  --save FILE         write the state after each epoch
  --from FILE         begin with a state that --save has written, instead of the first block. Earlier differences are printed
                      again. --save and --from may name the same FILE, even before FILE exists
  --statement FILE    only compute a statement of an account again from the logs of its year, and compare every line. FILE is a
                      statement in the GALX format, or a folder of statements
  --stolen FILE       known draws beyond grants, made with both stolen keys of vouchers: lines of PROGRAM ACCOUNT WEI
  --headers every     read every block's header, with its filter and its parent: a call for each block, for your own node.
                      Without it logs are read by ranges, and only the headers that are needed
  --log-range BLOCKS  the greatest number of blocks in one request for logs (default 10000); smaller where the node refuses
  --follow            do not end: print one line of JSON, the verdict, for each epoch that becomes final: {"epoch":N,"hash":"0x…"},
                      once the contracts agree with the logs so far.
                      The line has the computed hash, even if draws or the published hash differ. A difference is a separate line,
                      {"difference":"…"}, and also goes to stderr, as notes do. An epoch whose ruleset is not EpochLog's gets
                      such a line instead of a verdict. Compares with the chain alone. With --from it first prints the lines of that
                      state's epochs again

Each difference is one line that begins with "wrong:" and names epoch, program, account and both values.

Exit code 0: every epoch was computed, and nothing differs.
          1: something differs, or nodes disagree, a block or log is missing, or a final block was replaced.
          2: the call was wrong: an unknown option, or a missing value.`,
  async run(parameters, environment, say, complain) {
    const options = readOptions(parameters, {
      rpc: { type: 'string' },
      deployment: { type: 'string' },
      files: { type: 'string' },
      vouchers: { type: 'string' },
      api: { type: 'string' },
      out: { type: 'string' },
      save: { type: 'string' },
      from: { type: 'string' },
      statement: { type: 'string' },
      stolen: { type: 'string' },
      headers: { type: 'string' },
      'log-range': { type: 'string' },
      follow: { type: 'boolean', default: false },
    })
    const { files, api, out, save, follow } = options
    const urls = readRpcUrls(options, environment)
    if (urls.length === 0) throw rpcUrlMissing()
    const path = readDeploymentPath(options, environment)
    if (path === undefined) throw deploymentPathMissing()
    if (files && api) throw new UsageError('--files and --api exclude each other')
    if (follow && (files ?? api)) throw new UsageError('--follow compares with the chain alone')
    if (options.vouchers !== undefined && options.vouchers !== 'none')
      throw new UsageError(`--vouchers must be "none", not "${options.vouchers}"`)
    if (options.vouchers !== undefined && !files) throw new UsageError('--vouchers needs --files')
    if (options.headers !== undefined && !['every', 'needed'].includes(options.headers))
      throw new UsageError(`--headers must be "every" or "needed", not "${options.headers}"`)
    const logRange = readLogRange(options)
    const from = options.from === save && save !== undefined && !existsSync(save) ? undefined : options.from
    if (from !== undefined) requireFile('--from', from)
    if (options.stolen) requireFile('--stolen', options.stolen)
    if (api && !URL.canParse(api)) throw new UsageError('--api must be an http or https URL')
    const others = [files, api, out, save, options.from, options.stolen].some((value) => value !== undefined)
    if (options.statement !== undefined && (others || follow))
      throw new UsageError('--statement is compared with the chain alone: leave out the other options')
    const statements = options.statement === undefined ? null : readStatements(options.statement)

    const deployment = requireDeployment(path)
    const reading = {
      nodes: await openNodes(urls, deployment, complain, logRange),
      everyHeader: options.headers === 'every',
      trustsUnknownHeaders: readTrustsUnknownHeaders(environment),
      announce: complain,
    }
    if (statements !== null) {
      const actions = new ChainSource({ ...reading, decoder: createActionDecoder(deployment) })
      const wrong = await auditStatements(actions, deployment, statements, say)
      say(`${statements.length} statements compared, ${wrong} differences`)
      return wrong === 0 ? 0 : 1
    }
    const source = new ChainSource({ ...reading, decoder: createLogDecoder(deployment) })
    let differences = 0
    const { rulesets } = termsOf(deployment, auditedAddresses(deployment))
    const printVerdict = ({ epoch, hash }: Pick<ClosedEpoch, 'epoch' | 'hash'>) => {
      const ruleset = rulesets.findLast(({ firstEpoch }) => firstEpoch <= epoch)!
      if (follow) verdicts.push(() => verdictLine({ epoch, hash, ruleset }, auditor.record))
      else say(`epoch ${epoch} ${hash}`)
    }
    /** Lines that wait until the contracts agree with the logs. */
    const verdicts: (() => string)[] = []
    const auditor = new Auditor({
      source,
      ...placeOf(deployment),
      stolen: options.stolen ? readStolen(options.stolen, deployment) : new Map(),
      files: files ? filesInFolder(files, options.vouchers === undefined) : api ? filesOfApi(api) : undefined,
      differ: (difference) => {
        differences++
        const text = differenceText(difference)
        if (!follow) return say(text)
        say(JSON.stringify({ difference: text }))
        complain(text)
      },
      onClosed: (closed, state) => {
        if (out) writeEpoch(out, closed)
        if (save) writeState(save, state)
        printVerdict(closed)
      },
      // The program that stores verdicts may lack some earlier verdicts, because it was killed or its database was restored.
      ...(follow && { onContinued: printVerdict }),
    })
    if (from !== undefined) await auditor.continueFrom(from)
    try {
      while (follow) {
        if (await waitForNode(() => auditor.follow(), complain))
          for (const verdict of verdicts.splice(0)) say(verdict())
        await delay(pollIn(auditor.secondsToEnd))
      }
      const head = await auditor.advance()
      await auditor.compareContracts(head)
      await auditor.finish(head)
    } finally {
      if (auditor.contractsDiffer) setAside(save, complain)
    }
    say(summaryOf(auditor, differences))
    return differences === 0 ? 0 : 1
  },
}

/** @param path a file, or a folder whose .csv files are read */
function readStatements(path: string): NamedStatement[] {
  if (!existsSync(path) || !statSync(path).isDirectory()) {
    requireFile('--statement', path)
    return [{ name: path, text: readFileSync(path, 'utf8') }]
  }
  const names = readdirSync(path).filter((name) => name.endsWith('.csv'))
  if (names.length === 0) throw new UsageError(`--statement: ${path} has no .csv files`)
  return names.sort().map((name) => ({ name, text: readFileSync(join(path, name), 'utf8') }))
}

/** Renames a state that contains wrong logs, so that the next audit reads all logs again. */
export function setAside(save: string | undefined, complain: (line: string) => void): void {
  if (save === undefined || !existsSync(save)) return
  renameSync(save, `${save}.wrong`)
  complain(`${save} is now ${save}.wrong: the next audit begins at the first block`)
}

/** The input of the deployment's auditor. */
export function placeOf(deployment: Deployment): Pick<AuditorOptions, 'deployment' | 'terms' | 'draw'> {
  return {
    deployment,
    terms: termsOf(deployment, auditedAddresses(deployment)),
    draw: (below) => randomInt(below),
  }
}

/**
 * @param announce receives a line when the program waits for a node
 * @throws DeploymentError if a node does not answer, or is not on the deployment's chain
 */
export async function openNodes(
  urls: readonly string[],
  { chainId, genesisHash }: Deployment,
  announce: (line: string) => void,
  logRange?: bigint,
  patienceForLogs?: number,
): Promise<[Node, ...Node[]]> {
  const nodes = await Promise.all(
    urls.map(async (url, index): Promise<Node> => {
      const name = urls.length > 1 ? `node ${index + 1} (${nodeName(url)})` : nodeName(url)
      const reader = await openReader(url, chainId, announce, patienceForLogs)
      const genesis = await reader.getBlock({ blockNumber: 0n })
      if (genesis.hash !== genesisHash)
        throw new DeploymentError(
          `${name} has the first block ${genesis.hash}; the deployment's chain has ${genesisHash}`,
        )
      return { name, reader, logs: new LogReader(reader, logRange) }
    }),
  )
  return nodes as [Node, ...Node[]]
}

export function readStolen(path: string, { programs }: Deployment): KnownStolen {
  const stolen = new Map<string, bigint>()
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line.trim() === '') continue
    const [program = '', account = '', wei = ''] = line.trim().split(/\s+/)
    const id = Object.entries(programs).find(([key]) => key === program)?.[1].id
    if (id === undefined || !isAddress(account, { strict: false }) || !/^[0-9]{1,78}$/.test(wei))
      throw new UsageError(`--stolen: "${line}" is not PROGRAM ACCOUNT WEI`)
    stolen.set(stolenKey(BigInt(id), account.toLowerCase() as Address), BigInt(wei))
  }
  return stolen
}

function summaryOf({ record, vouchers }: Auditor, differences: number): string {
  const { computed, published } = record
  return `${computed.size} epochs computed, ${published.size} of them in EpochLog, ${vouchers} vouchers compared, ${differences} differences`
}
