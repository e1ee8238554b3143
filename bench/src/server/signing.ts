/**
 * Vouchers signed per second with a local key, in one thread and in one thread per processor: reading the file, deciding, hashing and signing,
 * without tables. The threads run the built code. The second measurement uses a remote signer: a node in a separate process that signs by
 * eth_signTypedData_v4.
 *
 * node --import tsx bench/src/server/signing.ts [--vouchers 100000]; prints one JSON object.
 */
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildOnce, SERVER } from '@galx/stack/build/build'
import type { Address, Hex } from 'viem'
import { rpc } from '@galx/stack/chain/rpc'
import { grantsIn } from '@galx/server/signer/fileText'
import type { MaySign } from '@galx/server/signer/maySign'
import { addressOfKey } from '@galx/server/signer/signing/localSigner'
import { remoteSigner } from '@galx/server/signer/signing/remoteSigner'
import { signingThreads } from '@galx/server/signer/signing/signingThreads'
import { paperFacts, paperFile, permissionFor } from '../../../server/test/support/paperFile.ts'
import { startChainWorld } from '../../../server/test/support/chainWorld.ts'

/** A remote signer needs one request for every voucher. */
const REMOTE = 2_000

const index = process.argv.indexOf('--vouchers')
const count = index < 0 ? 100_000 : Number(process.argv[index + 1])
/** The number of vouchers that the signer signs concurrently. */
const LIST = 5_000

const build = await buildOnce(join(import.meta.dirname, '../../..'), SERVER, () => {})
const program = pathToFileURL(join(build, 'signWorker.js'))
const work = {
  key: `0x${randomBytes(32).toString('hex')}` as Hex,
  chainId: 56,
  contract: `0x${'12'.repeat(20)}` as Hex,
}

/** The permissions for an epoch with this many grants, one for each list of vouchers. Each list is decided like in `turn.ts`. */
function* permissions(signer: Address, vouchers: number): Generator<MaySign> {
  for (let done = 0; done < vouchers; done += LIST) {
    const file = paperFile(
      1,
      Array.from({ length: Math.min(LIST, vouchers - done) }, (_, place) => ({
        program: 'galx' as const,
        account: `0x${(done + place + 1).toString(16).padStart(40, '0')}` as Address,
        cumulative: BigInt(done + place + 1) * 10n ** 12n,
      })),
    )
    yield permissionFor(paperFacts(file, [...file.parts.values()].flatMap(grantsIn), signer))
  }
}

/** Vouchers per second by the clock, and by the processor time of all threads, which a busy machine affects less. */
async function perSecond(threads: number): Promise<{ clock: number; core: number }> {
  const signer = signingThreads(work, threads, program)
  const address = addressOfKey(work.key)
  for (const permission of permissions(address, 1)) await signer.sign(permission)
  const started = performance.now()
  const before = process.cpuUsage()
  for (const permission of permissions(address, count)) await signer.sign(permission)
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(before)
  await signer.stop()
  return { clock: Math.round(count / seconds), core: Math.round((count * 1e6) / (user + system)) }
}

async function perSecondRemote(): Promise<number> {
  const world = await startChainWorld(1)
  try {
    const signer = remoteSigner(world.rpcUrl, world.deployment.chainId, work.contract)
    const [account] = await rpc<Hex[]>(world.rpcUrl, 'eth_accounts')
    const started = performance.now()
    for (const permission of permissions(account!.toLowerCase() as Address, REMOTE))
      await signer.sign(permission)
    return Math.round((REMOTE * 1000) / (performance.now() - started))
  } finally {
    await world.stop()
  }
}

const one = await perSecond(1)
const threads = availableParallelism()
const all = await perSecond(threads)
process.stdout.write(
  `${JSON.stringify({ vouchers: count, perSecond: one.clock, millionSeconds: Math.round(1e6 / one.core), threads, perSecondAll: all.clock, perSecondRemote: await perSecondRemote() })}\n`,
)
