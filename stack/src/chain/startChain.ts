/** The embedded EVM node: a real anvil that ends with this process. */
import { createInterface } from 'node:readline'
import { existsSync, readFileSync, rmSync, writeFileSync, type WriteStream } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { findProgram } from '../process/findProgram.ts'
import { startOwned, type OwnedProcess } from '../process/ownedProcess.ts'
import { rpc } from './rpc.ts'
import { ChainStateDamagedError, saveState, unpackState } from './stateFile.ts'

const EMBEDDED_CHAIN_ID = 56

/** BNB Smart Chain's rules since April 2026. */
const HARDFORK = 'osaka'
/** The rules of an older chain, which did not store its rules. The chain keeps these rules, because they are part of block 0. */
const EARLIER_HARDFORK = 'cancun'
/**
 * EIP-2935: stores the hashes of the last 8 191 blocks. For every block, the node hashes a contract's whole storage again: 18 ms a block once
 * this contract is full. So this program removes the contract's code, and then nothing is stored. None of our contracts reads the hashes.
 */
const BLOCK_HASHES = '0x0000F90827F1C53a10cb7A02335B175320002935'

/** The node's log lines for every call and every block: useless, and megabytes per hour. */
const CHATTER = /^\s*$|^\s*(?:eth|evm|anvil|net|web3|txpool)_\w+$|^\s*Block (?:Number|Hash|Time):/

/** Milliseconds that the last blocks and the last save may take when the chain stops. */
const FINISH_LIMIT = 15_000

export type ChainOptions = {
  /** TCP port on 127.0.0.1; default: any free port */
  port?: number | undefined
  /** the chain's file: read at the start, written by `save` and at the end; default: only in memory */
  stateFile?: string | undefined
  /** an initial state, which is never written; instead of `stateFile` */
  initialState?: string | undefined
  /** seconds between blocks, or 'manual': one block for each `evm_mine`; default 1 */
  blockTime?: number | 'manual' | undefined
  /** default: BNB Smart Chain's, which the embedded chain uses as well */
  chainId?: number | undefined
  /** unix seconds of the genesis block of a new chain; default now */
  timestamp?: number | undefined
  /** receives the node's own log */
  log?: WriteStream | undefined
}

export type Chain = {
  readonly rpcUrl: string
  readonly port: number
  readonly pid: number
  /** its `stop` also saves the state, if there is a state file */
  readonly process: OwnedProcess
  /** Writes the state file. @throws if the node does not answer or the file cannot be written; the old file then stays */
  save(): Promise<void>
  /** Kills a node that no longer answers. Its owner then reports the end. A stop would wait forever. */
  kill(): void
  /** registers work that runs before the last save */
  beforeStop(work: () => Promise<void>): void
  /** saves and stops the node */
  stop(): Promise<void>
}

/**
 * Starts the node and waits until it answers.
 *
 * With one slot per epoch the `finalized` tag is two blocks behind the head, like on BSC. The next block's time is set to
 * max(now, tip + 1): otherwise a reloaded node would continue from the time of its first start.
 * @throws ChainStateDamagedError if the state or the file beside it cannot be read
 * @throws with the node's own words if it ends before it listens, for example because the port is taken
 */
export async function startChain(options: ChainOptions = {}): Promise<Chain> {
  const blockTime = options.blockTime ?? 1
  const { stateFile } = options
  const state = stateFile ?? options.initialState
  const unpacked = state === undefined ? undefined : unpackState(state)
  const genesis = genesisOf(options)
  const parameters = [
    '--host',
    '127.0.0.1',
    '--port',
    String(options.port ?? 0),
    '--chain-id',
    String(options.chainId ?? EMBEDDED_CHAIN_ID),
    '--hardfork',
    genesis.hardfork,
    '--enable-tx-gas-limit',
    '--prune-history',
    '50',
    '--block-base-fee-per-gas',
    '0',
    '--slots-in-an-epoch',
    '1',
    '--accounts',
    '10',
    ...(blockTime === 'manual' ? ['--no-mining'] : ['--block-time', String(blockTime)]),
    '--timestamp',
    String(genesis.time),
    ...(unpacked === undefined ? [] : ['--load-state', unpacked]),
  ]
  try {
    const owned = await startOwned(findProgram('anvil'), parameters, {
      name: 'chain',
      stopSignal: 'SIGINT',
      graceMs: 15_000,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const port = await listeningPort(owned, state, options.log)
    const rpcUrl = `http://127.0.0.1:${port}`
    await rpc(rpcUrl, 'anvil_setCode', BLOCK_HASHES, '0x')
    await continueTime(rpcUrl, options.timestamp !== undefined)
    const save = () => (stateFile === undefined ? Promise.resolve() : saveState(rpcUrl, stateFile))
    const closing: (() => Promise<void>)[] = []
    const kill = () => void owned.child.kill('SIGKILL')
    const finish = async () => {
      // The node is stopped even if this work fails.
      await Promise.allSettled(closing.splice(0).map((work) => work()))
      // A node that has ended cannot be saved. Its last state is on disk.
      if (owned.child.exitCode === null && owned.child.signalCode === null) await save().catch(() => {})
      return true
    }
    const stop = async () => {
      const limit = new AbortController()
      // A node that hangs cannot be saved either, and ignores SIGTERM.
      const finished = await Promise.race([
        finish(),
        delay(FINISH_LIMIT, false, { signal: limit.signal }),
      ]).finally(() => limit.abort())
      if (!finished) kill()
      await owned.stop()
    }
    const beforeStop = (work: () => Promise<void>) => void closing.push(work)
    return { rpcUrl, port, pid: owned.pid, process: { ...owned, stop }, save, kill, beforeStop, stop }
  } finally {
    if (unpacked !== undefined) rmSync(unpacked, { force: true })
  }
}

type Genesis = {
  /** unix seconds */
  time: number
  hardfork: string
}

/**
 * The node makes a genesis block at every start, even if it then loads a state. With another time or other rules, this block would be a second
 * block 0 beside the saved block 0, and the node could answer with either block. So time and rules are stored beside the state.
 */
function genesisOf({ stateFile, initialState, timestamp }: ChainOptions): Genesis {
  const made: Genesis = { time: timestamp ?? Math.floor(Date.now() / 1000), hardfork: HARDFORK }
  if (initialState !== undefined) return readGenesis(`${initialState}.genesis`)
  if (stateFile === undefined) return made
  const path = `${stateFile}.genesis`
  if (timestamp === undefined && existsSync(path)) return readGenesis(path)
  writeFileSync(path, `${made.time} ${made.hardfork}`)
  return made
}

/** @throws ChainStateDamagedError if the file has other contents */
function readGenesis(path: string): Genesis {
  const text = readFileSync(path, 'utf8')
  const [, time, hardfork = EARLIER_HARDFORK] = /^(\d{1,10})(?: (osaka|cancun))?$/.exec(text.trim()) ?? []
  if (time === undefined) throw new ChainStateDamagedError(path, 'it does not contain the time of block 0')
  return { time: Number.parseInt(time, 10), hardfork }
}

/** @param state the file that the node must load */
async function listeningPort(
  owned: OwnedProcess,
  state: string | undefined,
  log: WriteStream | undefined,
): Promise<number> {
  const lastWords: string[] = []
  let found: ((port: number) => void) | undefined
  const listening = new Promise<number>((resolve) => (found = resolve))
  for (const stream of [owned.child.stdout!, owned.child.stderr!]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (!CHATTER.test(line)) log?.write(`${line}\n`)
      if (!found) return // keep draining the pipe: a full pipe would block the node
      if (line.trim()) lastWords.push(line.trim())
      const match = /^Listening on .*:(\d+)$/.exec(line.trim())
      if (match) {
        found(Number.parseInt(match[1]!, 10))
        found = undefined
      }
    })
  }
  const ended = owned.ended.then(() => {
    const refused = lastWords.find((line) => line.includes(`'--load-state <PATH>'`))
    if (state !== undefined && refused !== undefined)
      throw new ChainStateDamagedError(state, refused.split('": ').at(-1)!)
    throw new Error(`The embedded chain did not start: ${lastWords.slice(-2).join(' ') || 'no message'}`)
  })
  ended.catch(() => {}) // also rejects at an ordinary end, when nothing awaits it
  return Promise.race([listening, ended])
}

/** A new chain with a given genesis time continues at that time. Any other chain continues at max(now, tip + 1). */
async function continueTime(rpcUrl: string, simulated: boolean): Promise<void> {
  const tip = await rpc<{ number: string; timestamp: string }>(
    rpcUrl,
    'eth_getBlockByNumber',
    'latest',
    false,
  )
  if (simulated && tip.number === '0x0') return
  const next = Math.max(Math.floor(Date.now() / 1000), Number.parseInt(tip.timestamp, 16) + 1)
  await rpc(rpcUrl, 'evm_setNextBlockTimestamp', next)
}
