/** One deployer's connection: sends one transaction after another and waits for each. */
import { setTimeout as delay } from 'node:timers/promises'
import {
  BaseError,
  createPublicClient,
  ContractFunctionRevertedError,
  custom,
  decodeErrorResult,
  encodeFunctionData,
  formatGwei,
  RawContractError,
  TransactionReceiptNotFoundError,
  type Abi,
  type Address,
  type Hex,
  type PublicClient,
} from 'viem'
import { gasLimitOf } from '@galx/protocol/transactionGas'
import type { TransactionKey } from '../chain/transactionKey.ts'
import { NodeConnection } from '../chain/nodeConnection.ts'
import { firstLine } from '../verify/findings.ts'
import { creationCalldata, creationCode, DEPLOYMENT_PROXY, type Creation } from './create2.ts'
import { DeploymentError, isProgramFault } from './deploymentError.ts'

export type Session = {
  readonly reader: PublicClient
  /** the account that sends */
  readonly account: Address
  readonly log: (line: string) => void
  /** makes a contract through the deployment proxy; throws a readable error if its constructor reverts */
  create(what: string, creation: Creation): Promise<void>
  /** sends, waits for the receipt, and throws a readable error if the call reverted */
  call(what: string, call: ContractCall): Promise<void>
  /** a node method without a viem action */
  node(method: string, parameters: unknown[]): Promise<unknown>
}

export type ContractCall = {
  address: Address
  abi: Abi
  functionName: string
  args: readonly unknown[]
  /** wei of the native coin that the call sends */
  value?: bigint
}

export type SessionOptions = {
  rpcUrl: string
  key: TransactionKey
  chainId: number
  /** mines each transaction at once by evm_mine, in any mining mode of the node */
  development: boolean
  /** wei a unit of gas: nothing is sent while gas costs more */
  maxGasPrice?: bigint | undefined
  log: (line: string) => void
}

const POLLING_INTERVAL = 200
const RECEIPT_TIMEOUT = 120_000
const PENDING_TIMEOUT = 600_000

/** A node's kind and host. Its path, query and user may hold a provider's key and must not be shown. */
export function nodeName(rpcUrl: string): string {
  return new URL(rpcUrl).origin
}

/** A library's error message, which may quote the node's whole address. */
export function withoutKeys(text: string, rpcUrl: string): string {
  return [rpcUrl, new URL(rpcUrl).href].reduce((left, url) => left.replaceAll(url, nodeName(rpcUrl)), text)
}

/**
 * @param announce receives a line when the program waits for the node
 * @throws DeploymentError when the node does not answer or is on another chain
 */
export async function openReader(
  rpcUrl: string,
  chainId?: number,
  announce?: (line: string) => void,
  patienceForLogs?: number,
): Promise<PublicClient> {
  const name = nodeName(rpcUrl)
  const reader = createPublicClient({
    transport: custom(new NodeConnection({ url: rpcUrl, name, announce, patienceForLogs }), {
      retryCount: 0,
    }),
    pollingInterval: POLLING_INTERVAL,
    cacheTime: 0,
    // Tokens, exchanges and Safes are foreign contracts. They must not name addresses that this machine fetches (EIP-3668).
    ccipRead: false,
  })
  const found = await reader.getChainId().catch((error: unknown) => {
    throw new DeploymentError(shortest(error), { cause: error })
  })
  if (chainId !== undefined && found !== chainId)
    throw new DeploymentError(`${name} is chain ${found}, the plan is for chain ${chainId}`)
  return reader
}

/** @throws DeploymentError if the node does not answer, is on another chain, or still has a pending transaction of the deployer */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { rpcUrl, key, chainId, development, maxGasPrice, log } = options
  const reader = await openReader(rpcUrl, chainId)
  const account = key.address
  const node = (method: string, parameters: unknown[]) =>
    reader.request({ method, params: parameters } as never)

  // An interrupted run may have left a pending transaction. Its result must be known before anything else is decided.
  const count = (blockTag: 'latest' | 'pending') => reader.getTransactionCount({ address: account, blockTag })
  for (let waited = 0; (await count('pending')) > (await count('latest')); waited += POLLING_INTERVAL) {
    if (waited === 0) log(`waiting for a pending transaction of ${account}`)
    if (waited >= PENDING_TIMEOUT)
      throw new DeploymentError(
        `a transaction of ${account} stays pending: try again when it is mined or replaced`,
      )
    if (development) await node('evm_mine', [])
    else await delay(POLLING_INTERVAL)
  }

  /** The nonce comes from the chain. If an earlier transaction is still pending, only one of the two can be mined. */
  const submit = async (to: Address, data: Hex, value = 0n): Promise<void> => {
    const gasPrice = await reader.getGasPrice()
    const dear = priceFault(gasPrice, maxGasPrice)
    if (dear !== undefined) throw new DeploymentError(dear)
    const gas = await reader.estimateGas({ account, to, data, value })
    const raw = await key.sign({
      chainId,
      nonce: await count('latest'),
      to,
      data,
      value,
      gas: gasLimitOf(gas),
      gasPrice,
    })
    const hash = await reader.sendRawTransaction({ serializedTransaction: raw })
    if (development) await node('evm_mine', [])
    const receipt = await reader.getTransactionReceipt({ hash }).catch((error: unknown) => {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error
      return reader.waitForTransactionReceipt({ hash, timeout: RECEIPT_TIMEOUT })
    })
    if (receipt.status !== 'success') throw new DeploymentError(`transaction ${hash} reverted`)
  }
  const settle = async (what: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      if (isProgramFault(error)) throw error
      throw new DeploymentError(`${what}: ${shortest(error)}`, { cause: error })
    }
    log(what)
  }
  return {
    reader,
    account,
    log,
    node,
    create: (what, creation) =>
      settle(what, async () => {
        try {
          await submit(DEPLOYMENT_PROXY, creationCalldata(creation))
        } catch (error) {
          // The proxy hides the reason: the same creation without the proxy shows it.
          await reader.call({ account, data: creationCode(creation) }).catch((cause: unknown) => {
            const reason = revertOf(cause, creation.abi) ?? shortest(cause)
            throw new DeploymentError(`its constructor refuses: ${reason}`, { cause })
          })
          throw error
        }
      }),
    call: (what, call) =>
      settle(what, async () => {
        await reader.simulateContract({ ...call, account })
        await submit(call.address, encodeFunctionData(call), call.value)
      }),
  }
}

/** @returns the fault, if gas costs more than the operator wants to pay */
export function priceFault(price: bigint, most: bigint | undefined): string | undefined {
  if (most === undefined || price <= most) return undefined
  return `gas costs ${formatGwei(price)} gwei, more than --max-gas-price ${formatGwei(most)}: run it again later`
}

function revertOf(error: unknown, abi: Abi): string | undefined {
  if (!(error instanceof BaseError)) return undefined
  const raw = error.walk((cause) => cause instanceof RawContractError)
  if (!(raw instanceof RawContractError)) return undefined
  const data = typeof raw.data === 'object' ? raw.data.data : raw.data
  if (!data || data === '0x') return undefined
  try {
    const { errorName, args } = decodeErrorResult({ abi, data })
    return `${errorName}(${(args ?? []).join(', ')})`
  } catch {
    return data
  }
}

/** The line of an error that names the cause; a contract's own error by its name. */
export function shortest(error: unknown): string {
  if (error instanceof BaseError) {
    const revert = error.walk((cause) => cause instanceof ContractFunctionRevertedError)
    if (revert instanceof ContractFunctionRevertedError && revert.data)
      return `${revert.data.errorName}(${(revert.data.args ?? []).join(', ')})`
    return firstLine(error)
  }
  return error instanceof Error ? error.message : String(error)
}
