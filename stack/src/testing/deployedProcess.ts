/** A chain with the whole product in its own process, for tests that cannot start a chain. Prints address and deployment, and ends with its stdin. */
import { createInterface } from 'node:readline'
import { startDeployedChain } from './deployedChain.ts'

const { chain, deployment } = await startDeployedChain()
process.stdout.write(`${JSON.stringify({ rpcUrl: chain.rpcUrl, deployment })}\n`)
createInterface(process.stdin).on('close', () => void chain.stop().then(() => process.exit(0)))
