/** Runs the chain as a separate process, because tests in jsdom cannot start it (there, files have no file: addresses). Ends when its stdin ends. */
import { startChain } from '@galx/stack/chain/startChain'

const chain = await startChain({ blockTime: 'manual' })
process.stdout.write(`${chain.rpcUrl}\n`)
process.stdin.on('end', () => void chain.stop().then(() => process.exit(0)))
process.stdin.resume()
