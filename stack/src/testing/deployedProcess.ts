/** The whole product on a chain as a separate process, for tests that cannot start it. Prints its address and its deployment, and ends with its stdin. */
import { createInterface } from 'node:readline'
import { startDeployedChain } from './deployedChain.ts'

const { chain, deployment } = await startDeployedChain()
process.stdout.write(`${JSON.stringify({ rpcUrl: chain.rpcUrl, deployment })}\n`)
createInterface(process.stdin).on('close', () => void chain.stop().then(() => process.exit(0)))
