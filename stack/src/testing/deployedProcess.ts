/** The whole product on a chain, as a process of its own for tests that cannot start it in theirs. Says where it is and what is deployed; ends with its stdin. */
import { createInterface } from 'node:readline'
import { startDeployedChain } from './deployedChain.ts'

const { chain, deployment } = await startDeployedChain()
process.stdout.write(`${JSON.stringify({ rpcUrl: chain.rpcUrl, deployment })}\n`)
createInterface(process.stdin).on('close', () => void chain.stop().then(() => process.exit(0)))
