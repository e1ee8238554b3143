/**
 * Decides when the embedded chain makes blocks and saves its state. A client that asks finds a block no older than a second. A transaction
 * is in a block within a second, and final two blocks later. Without requests the chain makes a block every twelve seconds, so an idle day
 * costs almost nothing.
 */
import { ANSWER_LIMIT, rpc, rpcBatch } from './rpc.ts'

/** Milliseconds. */
export type MinerTimes = {
  /** the shortest time between two blocks, and the greatest age of the newest block at a request */
  block: number
  /** the time between two blocks without requests. A final block is 3 times as old, and the second engine reads no state older than 50 s */
  idle: number
  /** the shortest time between a block with transactions and the save of its state */
  save: number
  /** the shortest time between an empty block and the save of its state: a kill loses only the times of empty blocks */
  saveEmpty: number
  /** milliseconds in which the node must make a block; a node that takes longer has hung */
  answer: number
}

export const LIVE: MinerTimes = {
  block: 1_000,
  idle: 12_000,
  save: 1_000,
  saveEmpty: 600_000,
  answer: ANSWER_LIMIT,
}

/** The number of blocks that follow a block with transactions, or a pause, so that the newest state becomes final. */
const BLOCKS_TO_FINAL = 3
/** The length of a pause, in multiples of `block`. */
const PAUSE = 10
/** The time between two saves, in multiples of a save's duration. So saves take a tenth of the time, or a thousandth for empty blocks. */
const SAVE_SHARE = 10
const SAVE_EMPTY_SHARE = 1_000

export type Miner = {
  /** Called before a request. Resolves when the newest block is fresh. Never rejects: a dead node is detected elsewhere. */
  asked(): Promise<void>
  /** Called after the node has answered a request that may have sent a transaction, which now waits for a block. */
  sent(): void
  /** From now on only requests make blocks, until `resume`. */
  hold(): void
  resume(): void
  /** The state changed without a transaction. It is saved like after a transaction. */
  changed(): void
  stop(): Promise<void>
}

type MinedChain = { readonly rpcUrl: string; save(): Promise<void>; kill(): void }

/** @remarks The node must be in manual mining. */
export function startMiner(chain: MinedChain, times: MinerTimes = LIVE): Miner {
  let lastBlock = performance.now()
  /** number of blocks still to be made, a second apart */
  let due = BLOCKS_TO_FINAL
  let mining: Promise<void> | undefined
  let nextBlock: NodeJS.Timeout | undefined
  let stopped = false
  let held = false

  const saves = planSaves(chain, times)

  const mine = (): Promise<void> =>
    (mining ??= (async () => {
      try {
        await rpcBatch(chain.rpcUrl, [{ method: 'evm_mine', params: [] }], times.answer)
        const block = await rpc<{ transactions: unknown[] }>(
          chain.rpcUrl,
          'eth_getBlockByNumber',
          'latest',
          false,
        )
        due = block.transactions.length > 0 ? BLOCKS_TO_FINAL : Math.max(0, due - 1)
        saves.plan(block.transactions.length > 0)
      } catch (error) {
        // Either the node has ended, which the supervisor reports, or it hangs and must be killed.
        if ((error as Error).name === 'TimeoutError') chain.kill()
      } finally {
        lastBlock = performance.now()
        mining = undefined
        plan(due > 0 ? times.block : times.idle)
      }
    })())

  const plan = (within: number) => {
    clearTimeout(nextBlock)
    if (!stopped && !held)
      nextBlock = setTimeout(() => void onTime(), Math.max(0, lastBlock + within - performance.now()))
  }

  const onTime = async () => {
    if (held) return
    if (due > 0 || performance.now() - lastBlock >= times.idle || (await somethingWaits())) await mine()
    else plan(times.idle)
  }

  const somethingWaits = async () => {
    const { pending } = await rpc<{ pending: string }>(chain.rpcUrl, 'txpool_status').catch(() => ({
      pending: '0x0',
    }))
    return Number.parseInt(pending, 16) > 0
  }

  plan(times.block)
  return {
    asked: async () => {
      if (stopped) return
      if (held) return mining
      const age = performance.now() - lastBlock
      if (age >= PAUSE * times.block) due = BLOCKS_TO_FINAL
      if (age >= times.block) await mine()
      // The request may send a transaction. A second later the chain checks whether a transaction waits.
      plan(times.block)
    },
    sent: () => plan(times.block),
    hold: () => {
      held = true
      clearTimeout(nextBlock)
    },
    resume: () => {
      held = false
      due = BLOCKS_TO_FINAL
      plan(times.block)
    },
    changed: () => saves.plan(true),
    stop: async () => {
      stopped = true
      clearTimeout(nextBlock)
      await Promise.all([mining, saves.stop()])
    },
  }
}

type Saves = {
  /** Plans a save at the earliest time that the last save allows. `worthMuch`: the block has transactions. */
  plan(worthMuch: boolean): void
  /** Plans no more saves. Resolves when the save in progress has ended. */
  stop(): Promise<void>
}

function planSaves(chain: MinedChain, times: MinerTimes): Saves {
  let lastSave = performance.now()
  let saveTook = 0
  let saving: Promise<void> | undefined
  let nextSave: NodeJS.Timeout | undefined
  let saveAt = Infinity
  let stopped = false

  const save = async () => {
    await saving
    saveAt = Infinity
    const began = performance.now()
    saving = chain.save().catch(() => {
      // The disk is full or the node has ended. The old file stays, and a later block tries again.
    })
    await saving
    lastSave = performance.now()
    saveTook = lastSave - began
  }

  return {
    plan: (worthMuch) => {
      const gap = worthMuch
        ? Math.max(times.save, SAVE_SHARE * saveTook)
        : Math.max(times.saveEmpty, SAVE_EMPTY_SHARE * saveTook)
      const at = Math.max(performance.now(), lastSave + gap)
      if (stopped || at >= saveAt) return
      saveAt = at
      clearTimeout(nextSave)
      nextSave = setTimeout(() => void save(), at - performance.now())
    },
    stop: async () => {
      stopped = true
      clearTimeout(nextSave)
      await saving
    },
  }
}
