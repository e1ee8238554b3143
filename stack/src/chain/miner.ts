/**
 * When the embedded chain makes blocks and when its state is saved. A client that asks finds a block no older than a second. A
 * transaction is in a block within a second and final two blocks later. While nobody asks, the chain makes a block every
 * twelve seconds: a chain left alone for a day costs next to nothing.
 */
import { ANSWER_LIMIT, rpc, rpcBatch } from './rpc.ts'

/** Milliseconds. */
export type MinerTimes = {
  /** the shortest time between two blocks, and the greatest age of the newest one when somebody asks */
  block: number
  /** the time between two blocks while nobody asks. The final block is three such times old, and the second engine reads no state older than 50 s */
  idle: number
  /** the shortest time between a block with transactions and its state on disk */
  save: number
  /** the same for blocks without: a kill loses nothing but their times */
  saveEmpty: number
  /** within which the node has to have made a block; one that has not has stopped for good */
  answer: number
}

export const LIVE: MinerTimes = {
  block: 1_000,
  idle: 12_000,
  save: 1_000,
  saveEmpty: 600_000,
  answer: ANSWER_LIMIT,
}

/** Blocks made after one with transactions, and in all after a pause: then what is newest is also final. */
const BLOCKS_TO_FINAL = 3
/** A pause: so many times the least between two blocks. */
const PAUSE = 10
/** Saving takes at most a tenth of the time, however large the state has grown; for empty blocks a thousandth. */
const SAVE_SHARE = 10
const SAVE_EMPTY_SHARE = 1_000

export type Miner = {
  /** Called before a request: resolves when the newest block is fresh. Never rejects; a dead node is noticed elsewhere. */
  asked(): Promise<void>
  /** From now on requests make the blocks: none of ours until `resume`. */
  hold(): void
  resume(): void
  /** Something other than a transaction changed the state: it is saved like one. */
  changed(): void
  stop(): Promise<void>
}

type MinedChain = { readonly rpcUrl: string; save(): Promise<void>; kill(): void }

/** @remarks The node must be in manual mining. */
export function startMiner(chain: MinedChain, times: MinerTimes = LIVE): Miner {
  let lastBlock = Date.now()
  /** blocks still to be made a second apart */
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
        // The node has ended, and the supervisor, which watches its process, says so; or it hangs, and then it has to end.
        if ((error as Error).name === 'TimeoutError') chain.kill()
      } finally {
        lastBlock = Date.now()
        mining = undefined
        plan(due > 0 ? times.block : times.idle)
      }
    })())

  const plan = (within: number) => {
    clearTimeout(nextBlock)
    if (!stopped && !held)
      nextBlock = setTimeout(() => void onTime(), Math.max(0, lastBlock + within - Date.now()))
  }

  const onTime = async () => {
    if (held) return
    if (due > 0 || Date.now() - lastBlock >= times.idle || (await somethingWaits())) await mine()
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
      const age = Date.now() - lastBlock
      if (age >= PAUSE * times.block) due = BLOCKS_TO_FINAL
      if (age >= times.block) await mine()
      // The request may send a transaction: a second later the chain looks whether one waits.
      plan(times.block)
    },
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
  /** Saves once the shortest time since the last save is over; `worthMuch`: for a block with transactions. */
  plan(worthMuch: boolean): void
  /** Plans no more. Resolves when the save in progress has ended. */
  stop(): Promise<void>
}

function planSaves(chain: MinedChain, times: MinerTimes): Saves {
  let lastSave = Date.now()
  let saveTook = 0
  let saving: Promise<void> | undefined
  let nextSave: NodeJS.Timeout | undefined
  let saveAt = Infinity
  let stopped = false

  const save = async () => {
    await saving
    saveAt = Infinity
    const began = Date.now()
    saving = chain.save().catch(() => {
      // The disk is full or the node is gone: the old file stays, and a later block tries again.
    })
    await saving
    lastSave = Date.now()
    saveTook = lastSave - began
  }

  return {
    plan: (worthMuch) => {
      const gap = worthMuch
        ? Math.max(times.save, SAVE_SHARE * saveTook)
        : Math.max(times.saveEmpty, SAVE_EMPTY_SHARE * saveTook)
      const at = Math.max(Date.now(), lastSave + gap)
      if (stopped || at >= saveAt) return
      saveAt = at
      clearTimeout(nextSave)
      nextSave = setTimeout(() => void save(), at - Date.now())
    },
    stop: async () => {
      stopped = true
      clearTimeout(nextSave)
      await saving
    },
  }
}
