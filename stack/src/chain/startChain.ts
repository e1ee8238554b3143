/** The embedded EVM node: a real anvil, owned so that it ends with this process. */
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
/** The rules of a chain whose first start did not write them down: it keeps them, since they are part of block 0. */
const EARLIER_HARDFORK = 'cancun'
/**
 * EIP-2935: keeps the hashes of the last 8 191 blocks. The node hashes a contract's whole storage again for every block, which costs
 * 18 ms a block when this one is full. Without code it keeps nothing, and no contract of ours reads it.
 */
const BLOCK_HASHES = '0x0000F90827F1C53a10cb7A02335B175320002935'

/** Log lines of the node for every call and every block: useless, and megabytes an hour. */
const CHATTER = /^\s*$|^\s*(?:eth|evm|anvil|net|web3|txpool)_\w+$|^\s*Block (?:Number|Hash|Time):/

/** Milliseconds that the last blocks and the last state may take when the chain stops. */
const FINISH_LIMIT = 15_000

export type ChainOptions = {
  /** TCP port on 127.0.0.1; default: any free one */
  port?: number | undefined
  /** where the chain is kept: read at the start, written by `save` and at the end; default: memory only */
  stateFile?: string | undefined
  /** a state to begin with, which is not written to; in place of `stateFile` */
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
  /** its `stop` also saves the state, where there is a file for it */
  readonly process: OwnedProcess
  /** Writes the state file. @throws when the node does not answer or the file cannot be written: the old one stays */
  save(): Promise<void>
  /** Ends a node that no longer answers, whose end its owner then reports: waiting for it would never end. */
  kill(): void
  /** registers work that is done before the state is saved for the last time */
  beforeStop(work: () => Promise<void>): void
  /** saves and stops the node */
  stop(): Promise<void>
}

/**
 * Starts the node and waits until it answers.
 *
 * With one slot an epoch the `finalized` tag is two blocks behind the head, much like BSC. The next block's time is set to
 * max(now, tip + 1): after a reload the node would otherwise go on from the time of its first start.
 * @throws ChainStateDamagedError where the state or the file beside it cannot be read
 * @throws with the node's own words when it ends before it listens, such as at a taken port
 */
export async function startChain(options: ChainOptions = {}): Promise<Chain> {
  const blockTime = options.blockTime ?? 1
  const { stateFile } = options
  const state = stateFile ?? options.initialState
  const unpacked = state === undefined ? undefined : unpackState(state)
  const genesis = genesisOf(options)
  const parameters = [
    ...['--host', '127.0.0.1', '--port', String(options.port ?? 0)],
    ...['--chain-id', String(options.chainId ?? EMBEDDED_CHAIN_ID)],
    ...['--hardfork', genesis.hardfork, '--enable-tx-gas-limit'],
    ...['--prune-history', '50', '--block-base-fee-per-gas', '0'],
    ...['--slots-in-an-epoch', '1', '--accounts', '10'],
    ...(blockTime === 'manual' ? ['--no-mining'] : ['--block-time', String(blockTime)]),
    ...['--timestamp', String(genesis.time)],
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
      // Whatever of it fails, the node is stopped.
      await Promise.allSettled(closing.splice(0).map((work) => work()))
      // A node that has ended cannot be saved: its last state is on disk.
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
 * The node makes a genesis block at every start, also when it then loads a state. With another time or other rules that would be a second
 * block 0, saved beside the first, and from then on the node could answer with either. So both are kept beside the state.
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

/** @throws ChainStateDamagedError where the file holds anything else */
function readGenesis(path: string): Genesis {
  const text = readFileSync(path, 'utf8')
  const [, time, hardfork = EARLIER_HARDFORK] = /^(\d{1,10})(?: (osaka|cancun))?$/.exec(text.trim()) ?? []
  if (time === undefined) throw new ChainStateDamagedError(path, 'it does not name the time of block 0')
  return { time: Number.parseInt(time, 10), hardfork }
}

/** @param state the file that the node was told to load */
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
      if (!found) return // keep draining the pipe, a full one would block the node
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
  ended.catch(() => {}) // it also rejects at an ordinary end, when nobody waits any more
  return Promise.race([listening, ended])
}

/** A new chain with a given genesis time stays in that time; any other goes on at max(now, tip + 1). */
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
