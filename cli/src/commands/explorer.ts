import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { EnvironmentError } from '@galx/operator/deploy/deploymentError'
import {
  ETHERSCAN,
  etherscan,
  ExplorerError,
  isEtherscanKey,
  PAGES,
  SOURCIFY,
  sourcify,
  type Explorer,
} from '@galx/operator/explorer/explorers'
import { sourcesOf, type ContractSource, type Sources } from '@galx/operator/explorer/sources'
import {
  deploymentPathMissing,
  isConfirmed,
  readDeploymentPath,
  readOptions,
  UsageError,
  WRITE_HELP,
  WRITE_OPTIONS,
  type Command,
} from './command.ts'
import { requireDeployment } from './connection.ts'

/** Milliseconds between two requests; both interfaces accept several a second. */
const PATIENCE = 3_000
/** The greatest number of requests about one compilation. The next run of the command asks again. */
const QUESTIONS = 100

export const explorerCommand: Command = {
  summary: 'show the contracts’ sources on Sourcify and BscScan',
  help: `npm run operator -- explorer --deployment FILE [--out FOLDER] [--confirm]

Asks both explorers which contracts' sources they show, and with --confirm submits the others: the compiler's input of the
release build, the contract's name, and the constructor's arguments from the deployment file. Prints the page of each. A
source that is already shown is not submitted again, so an interrupted run can be repeated.

  --deployment FILE   the deployment file; also DEPLOYMENT_FILE
  --out FOLDER        write the submissions there, to submit them by hand: for each contract the standard JSON input
                      (NAME.json) and the other fields of the explorer's form (NAME.txt)
  --sourcify URL      default ${SOURCIFY}. For a private chain: a Sourcify of your own
  --etherscan URL     Etherscan's interface, version 2; default ${ETHERSCAN}
${WRITE_HELP}

From the environment:
  ETHERSCAN_API_KEY   a key of etherscan.io, which serves BscScan too; without it Sourcify alone is asked

Exit code 0: every source is shown, or would be submitted. 1: an explorer refuses a source, or does not answer. 2: the call was wrong.`,
  async run(parameters, environment, say, complain) {
    const options = readOptions(parameters, {
      ...WRITE_OPTIONS,
      deployment: { type: 'string' },
      out: { type: 'string' },
      sourcify: { type: 'string', default: SOURCIFY },
      etherscan: { type: 'string', default: ETHERSCAN },
    })
    const confirmed = isConfirmed(options)
    for (const name of ['sourcify', 'etherscan'] as const)
      if (!URL.canParse(options[name]) || !/^https?:$/.test(new URL(options[name]).protocol))
        throw new UsageError(`--${name} must be an http or https URL`)
    const path = readDeploymentPath(options, environment)
    if (path === undefined) throw deploymentPathMissing()
    const deployment = requireDeployment(path)
    const page = PAGES[deployment.chainId]
    if (page === undefined && options.sourcify === SOURCIFY)
      throw new UsageError(
        `no explorer is known for chain ${deployment.chainId}: name a Sourcify of your own with --sourcify URL`,
      )
    const sources = sourcesOf(deployment)
    if (options.out !== undefined) writeSources(options.out, sources)
    const key = environment.ETHERSCAN_API_KEY?.trim() ?? ''
    if (key !== '' && !isEtherscanKey(key))
      throw new EnvironmentError('ETHERSCAN_API_KEY must be letters and digits')
    const explorers = [
      sourcify(options.sourcify, sources),
      ...(key === '' || page === undefined ? [] : [etherscan(options.etherscan, page, key, sources)]),
    ]
    if (key === '' && page !== undefined)
      say(`${new URL(page).host} is left out: ETHERSCAN_API_KEY is missing in the environment`)
    let failed = false
    for (const explorer of explorers)
      for (const source of sources.contracts)
        try {
          say(`${source.name}: ${await show(explorer, source, confirmed)}`)
        } catch (error) {
          if (!(error instanceof ExplorerError)) throw error
          failed = true
          complain(`${source.name}: ${error.message}`)
        }
    if (!confirmed) say('nothing was submitted: add --confirm')
    return failed ? 1 : 0
  },
}

/** @returns the line for this source: the explorer's page, or why it is not shown */
async function show(explorer: Explorer, source: ContractSource, confirmed: boolean): Promise<string> {
  const { name } = explorer
  let state = await explorer.stateOf(source)
  if (state.kind === 'unknown') {
    if (!confirmed) return `${name} does not show its source; would submit ${source.identifier}`
    const ticket = await explorer.submit(source)
    state = await explorer.progressOf(ticket, source)
    for (let asked = 1; state.kind === 'pending' && asked < QUESTIONS; asked++) {
      await pause(PATIENCE)
      state = await explorer.progressOf(ticket, source)
    }
  }
  if (state.kind === 'verified') return `${name} shows its source (${state.how}): ${explorer.pageOf(source)}`
  throw new ExplorerError(`${name} is still compiling: run it again later`)
}

function writeSources(folder: string, { input, compiler, contracts }: Sources): void {
  mkdirSync(folder, { recursive: true })
  for (const { name, address, identifier, constructorArguments } of contracts) {
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(input)}\n`)
    const lines = [
      `address                ${address}`,
      `contract               ${identifier}`,
      `compiler               ${compiler}`,
      `constructor arguments  ${constructorArguments.slice(2)}`,
    ]
    writeFileSync(join(folder, `${name}.txt`), `${lines.join('\n')}\n`)
  }
}
