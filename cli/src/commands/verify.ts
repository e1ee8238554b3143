import { openReader } from '@galx/operator/deploy/session'
import { verifyDeployment } from '@galx/operator/verify/verifyDeployment'
import {
  deploymentPathMissing,
  readDeploymentPath,
  readLogRange,
  readOptions,
  readRpcUrl,
  rpcUrlMissing,
  type Command,
} from './command.ts'
import { assertChain, requireDeployment } from './connection.ts'
import { PLAN_HELP, readPlan } from './planOption.ts'

export const verifyCommand: Command = {
  summary: 'report the state of a live deployment, and compare it with its file',
  help: `npm run operator -- verify --rpc URL --deployment FILE [--plan FILE] [--log-range BLOCKS]

Reads the chain and reports what a holder asks first: the timelock's announced operations, with dates; its delay
and who may propose, cancel and carry out; guardian, signer and minters; fee, caps and supplies; pauses; terms
of every pool; the end of every budget.

Compares with the file and with the published build of this repository: the code and the constructor
arguments of each of our contracts, every holder of a role, how the contracts are wired, terms of pools and programs, and
whether each contract holds at least the amount that it owes. It takes no value from the file that it can read from the chain.

  --rpc URL           the node to ask; also RPC_URL. It must answer eth_getLogs and eth_call with state overrides
  --deployment FILE   the deployment file; also DEPLOYMENT_FILE
${PLAN_HELP}
  --log-range BLOCKS  the greatest number of blocks in one request for logs (default 10000); smaller where the node refuses

At the end come, one a line:
  note:         allowed, and worth a look before you trust the deployment with money
  not checked:  a check that the node did not answer
  wrong:        a contradiction to the file, the published build or the rules of the plan

Exit code 0: nothing is wrong and everything was checked; there may be notes.
          1: something is wrong, or could not be checked, or the file is not a deployment file, or is for another chain.
          2: the call was wrong: an unknown option, or a missing value.`,
  async run(parameters, environment, say, complain) {
    const options = readOptions(parameters, {
      rpc: { type: 'string' },
      deployment: { type: 'string' },
      plan: { type: 'string' },
      'log-range': { type: 'string' },
    })
    const rpcUrl = readRpcUrl(options, environment)
    if (!rpcUrl) throw rpcUrlMissing()
    const path = readDeploymentPath(options, environment)
    if (path === undefined) throw deploymentPathMissing()
    const logRange = readLogRange(options)
    const plan = readPlan(options)
    const deployment = requireDeployment(path)

    const reader = await openReader(rpcUrl, undefined, complain)
    await assertChain(reader, rpcUrl, path, deployment)
    const { facts, notes, wrong, unchecked, checked } = await verifyDeployment(reader, deployment, {
      logRange,
      plan,
    })
    for (const { title, lines } of facts) {
      say(title)
      for (const line of lines) say(`  ${line}`)
      say('')
    }
    for (const { what, fault } of notes) say(`note: ${what} ${fault}`)
    for (const { what, fault } of unchecked) say(`not checked: ${what}: ${fault}`)
    for (const { what, fault } of wrong) say(`wrong: ${what} ${fault}`)
    say(
      `${deployment.network}: ${checked} facts checked, ${wrong.length} wrong, ${unchecked.length} not checked, ${notes.length} notes`,
    )
    return wrong.length === 0 && unchecked.length === 0 ? 0 : 1
  },
}
