/** An indexer that closes epochs, verdicts of a second engine, and signers as separate processes. */
import { once } from 'node:events'
import { encodeFunctionData, decodeFunctionResult, type Abi, type Address, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import type { Deployment } from '@galx/protocol/deployment'
import { signedVoucher, voucherTypedData, type SignedVoucher, type Voucher } from '@galx/protocol/voucher'
import { rpc } from '@galx/stack/chain/rpc'
import type { ChainWorld } from '../support/chainWorld.ts'
import { startIndexerScene, type IndexerScene } from '../support/indexerScene.ts'
import { startServerProcess, type IndexerProcess } from '../support/indexerProcess.ts'
import { spawnServer } from '../support/serverProgram.ts'
import { waitFor } from '../support/wait.ts'

/** anvil's keys number 4, 6 and 5, which the embedded deployment uses for signer, co-signer and publisher. */
export const SIGNER_KEY = '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a'
export const COSIGNER_KEY = '0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e'
export const PUBLISHER_KEY = '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba'

export type Epoch = { epoch: number; hash: Hex }

/** Signs a voucher with the signer's key and the co-signer's key. */
export async function signedByBoth(
  { chainId, contracts }: Deployment,
  voucher: Voucher,
): Promise<SignedVoucher> {
  const typed = voucherTypedData(chainId, contracts.RewardVouchers.address as Address, voucher)
  const [signature, coSignature] = await Promise.all(
    [SIGNER_KEY, COSIGNER_KEY].map((key) => privateKeyToAccount(key as Hex).signTypedData(typed)),
  )
  return signedVoucher(voucher, signature!, coSignature!)
}

export type SignerScene = IndexerScene & {
  startSigner(overrides?: Record<string, string>): IndexerProcess
  /** ends this many epochs on the chain @returns the last of them */
  passEnds(count: number): Promise<number>
  /** ends this many epochs on the chain, and waits until the last of them is closed */
  passEpochs(count: number): Promise<Epoch>
  /** the last block of a closed epoch */
  lastBlockOf(epoch: number): Promise<bigint>
  /** writes the second engine's verdicts on all closed epochs: the same hashes, unless `of` changes them */
  giveVerdicts(of?: (epoch: Epoch) => Hex | null): Promise<void>
  /** mines transactions until `condition` holds */
  until<Value>(what: string, condition: () => Promise<Value | false | null | undefined>): Promise<Value>
  signedUpTo(epoch: number): Promise<void>
  standing(): Promise<{ epoch: number | null; reason: string | null; detail: string | null } | undefined>
  /** waits until the signer reports this reason for a waiting epoch */
  stopped(reason: string, detail: RegExp): Promise<void>
  read(contract: 'EpochLog' | 'RewardVouchers', name: string, args?: readonly unknown[]): Promise<unknown>
  write(
    from: Address,
    contract: 'EpochLog' | 'RewardVouchers',
    name: string,
    args: readonly unknown[],
  ): Promise<Hex>
}

const ABIS: Record<'EpochLog' | 'RewardVouchers', Abi> = {
  EpochLog: epochLogAbi,
  RewardVouchers: rewardVouchersAbi,
}

/** @param shared a world that the caller stops; by default one of its own */
export async function startSignerScene(people: number, shared?: ChainWorld): Promise<SignerScene> {
  const scene = await startIndexerScene(people, { ...(shared && { world: shared }) })
  const { world, sql } = scene
  const { contracts, epochDuration, rulesets } = world.deployment
  const firstEpoch = Math.min(...rulesets.map((ruleset) => Number(ruleset.firstEpoch)))
  const started: IndexerProcess[] = []

  const closedEpochs = () => sql<Epoch[]>`select epoch, hash from galx.epochs order by epoch`
  const passEnds = async (count: number) => {
    const tip = await rpc<{ timestamp: Hex }>(world.rpcUrl, 'eth_getBlockByNumber', 'latest', false)
    // The time of a new chain is before its first epoch.
    const running = Math.max(Math.floor(Number(tip.timestamp) / epochDuration), firstEpoch)
    await rpc(world.rpcUrl, 'evm_setNextBlockTimestamp', (running + count) * epochDuration)
    await world.mine(4)
    return running + count - 1
  }
  const standing: SignerScene['standing'] = async () => {
    const [row] = await sql<{ epoch: number | null; reason: string | null; detail: string | null }[]>`
      select epoch, reason, detail from galx.signer_standing`
    return row
  }
  const until: SignerScene['until'] = (what, condition) =>
    waitFor(
      what,
      async () => {
        const { pending } = await rpc<{ pending: Hex }>(world.rpcUrl, 'txpool_status')
        if (pending !== '0x0') await world.mine(4)
        return condition()
      },
      110_000,
    ).catch(async (error: unknown) => {
      const logs = started.map((one) => one.output().slice(-1_500)).join('\n')
      throw new Error(`${String(error)}\n${JSON.stringify(await standing())}\n${logs}`)
    })

  return Object.assign(Object.create(scene) as IndexerScene, {
    startSigner(overrides: Record<string, string> = {}) {
      const signer = startServerProcess('signer', {
        ...scene.environment,
        SIGNER_PRIVATE_KEY: SIGNER_KEY,
        PUBLISHER_PRIVATE_KEY: PUBLISHER_KEY,
        SIGNER_THREADS: '1',
        // The development node signs with any of its keys.
        COSIGNER_URL: world.rpcUrl,
        ...overrides,
      })
      started.push(signer)
      return signer
    },
    passEnds,
    async passEpochs(count: number) {
      const last = await passEnds(count)
      return waitFor(
        `epoch ${last} to be closed`,
        async () => (await closedEpochs()).find(({ epoch }) => epoch === last),
        120_000,
      )
    },
    async lastBlockOf(epoch: number) {
      const [row] = await sql<{ block: number }[]>`
        select block_number as block from galx.epochs where epoch = ${epoch}`
      return BigInt(row!.block)
    },
    async giveVerdicts(of: (epoch: Epoch) => Hex | null = ({ hash }) => hash) {
      const child = spawnServer('verdicts', scene.environment, ['pipe', 'pipe', 'inherit'])
      const ended = once(child, 'exit')
      for (const epoch of await closedEpochs()) {
        const hash = of(epoch)
        if (hash !== null) child.stdin!.write(`${JSON.stringify({ epoch: epoch.epoch, hash })}\n`)
      }
      child.stdin!.end()
      const [code] = (await ended) as [number | null]
      if (code !== 0) throw new Error(`verdicts ended with ${code}`)
    },
    until,
    async signedUpTo(epoch: number) {
      await until(`epoch ${epoch} to be signed`, async () => {
        const [row] = await sql`
          select from galx.published_epochs where epoch = ${epoch} and signed_at is not null`
        return row !== undefined
      })
    },
    standing,
    async stopped(reason: string, detail: RegExp) {
      await until(`the signer to stop for ${reason}`, async () => {
        const row = await standing()
        return row?.reason === reason && detail.test(row.detail ?? '')
      })
    },
    async read(contract: 'EpochLog' | 'RewardVouchers', name: string, args: readonly unknown[] = []) {
      const data = encodeFunctionData({ abi: ABIS[contract], functionName: name, args })
      const to = contracts[contract].address
      const answer = await rpc<Hex>(world.rpcUrl, 'eth_call', { to, data }, 'latest')
      return decodeFunctionResult({ abi: ABIS[contract], functionName: name, data: answer }) as unknown
    },
    async write(
      from: Address,
      contract: 'EpochLog' | 'RewardVouchers',
      name: string,
      args: readonly unknown[],
    ) {
      const data = encodeFunctionData({ abi: ABIS[contract], functionName: name, args })
      const hash = await world.send(from, contracts[contract].address as Address, data)
      await world.mine()
      const { status } = await rpc<{ status: Hex }>(world.rpcUrl, 'eth_getTransactionReceipt', hash)
      if (status !== '0x1') throw new Error(`${name} reverted`)
      return hash
    },
    async stop() {
      await Promise.all(started.map((one) => one.kill()))
      await scene.stop()
    },
  })
}
