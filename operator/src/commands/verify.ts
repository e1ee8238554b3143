import { DeploymentError } from '../deploy/deploymentError.ts'
import { readDeployment } from '../deploy/deploymentFile.ts'
import { openReader } from '../deploy/session.ts'
import { verifyDeployment } from '../verify/verifyDeployment.ts'
import { readOptions, readRpcUrl, rpcUrlMissing, UsageError, type Command } from './command.ts'

export const verifyCommand: Command = {
  summary: 'compare a live deployment with its deployment file',
  help: `npm run operator -- verify --rpc URL --deployment FILE [--log-range BLOCKS]

Reads the chain and compares: the code at every address and whether it is the published one, owners,
guardians, signer, minters and every holder of a timelock role, how the contracts are wired, the terms of
pools and programs, and whether each contract holds at least what it owes. Names everything that is wrong.

  --rpc URL           the node to ask; also RPC_URL. Solvency of the pools and the holders of timelock roles
                      need its logs: an endpoint that refuses them leaves these unchecked, which counts as a fault
  --deployment FILE   the deployment file
  --log-range BLOCKS  most blocks of one request for logs (default 5000)

Exit code 0: everything is as the file says. 1: something is not, or could not be checked.`,
  async run(parameters, environment, say) {
    const options = readOptions(parameters, {
      rpc: { type: 'string' },
      deployment: { type: 'string' },
      'log-range': { type: 'string' },
    })
    const rpcUrl = readRpcUrl(options, environment)
    if (!rpcUrl) throw rpcUrlMissing()
    if (!options.deployment) throw new UsageError('--deployment FILE is missing')
    const range = options['log-range']
    if (range !== undefined && !/^[1-9]\d{0,6}$/.test(range))
      throw new UsageError(`--log-range must be a number of blocks from 1, not "${range}"`)
    const deployment = readDeployment(options.deployment)
    if (!deployment) throw new DeploymentError(`${options.deployment} does not exist`)

    const reader = await openReader(rpcUrl)
    const { wrong, unchecked, checked } = await verifyDeployment(reader, deployment, {
      logRange: range === undefined ? undefined : BigInt(range),
    })
    for (const { what, fault } of wrong) say(`wrong: ${what} ${fault}`)
    for (const { what, fault } of unchecked) say(`not checked: ${what}: ${fault}`)
    const good = wrong.length === 0 && unchecked.length === 0
    say(
      good
        ? `${deployment.network}: ${checked} facts checked, everything is as ${options.deployment} says`
        : `${deployment.network}: ${checked} facts checked, ${wrong.length} wrong, ${unchecked.length} not checked`,
    )
    return good ? 0 : 1
  },
}
