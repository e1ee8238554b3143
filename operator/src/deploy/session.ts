/** One deployer's connection: sends one transaction after another and waits for each. */
import {
  BaseError,
  createPublicClient,
  createWalletClient,
  ContractFunctionRevertedError,
  defineChain,
  http,
  type Abi,
  type Address,
  type Hex,
  type PrivateKeyAccount,
  type PublicClient,
  type WalletClient,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { DeploymentError } from './deploymentError.ts'

export type Session = {
  readonly reader: PublicClient
  readonly writer: WalletClient
  readonly account: PrivateKeyAccount
  readonly log: (line: string) => void
  /** sends, waits for the receipt, and fails in words if it reverted */
  send(what: string, transaction: { to: Address; data: Hex }): Promise<void>
  call(what: string, call: ContractCall): Promise<void>
  /** a node method without a viem action */
  node(method: string, parameters: unknown[]): Promise<unknown>
}

export type ContractCall = { address: Address; abi: Abi; functionName: string; args: readonly unknown[] }

export type SessionOptions = {
  rpcUrl: string
  privateKey: Hex
  chainId: number
  /** mines each transaction at once by evm_mine, whatever the node's mining mode */
  development: boolean
  log: (line: string) => void
}

/** @throws DeploymentError when the node does not answer or is on another chain */
export async function openSession({
  rpcUrl,
  privateKey,
  chainId,
  development,
  log,
}: SessionOptions): Promise<Session> {
  const chain = defineChain({
    id: chainId,
    name: `chain ${chainId}`,
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const account = privateKeyToAccount(privateKey)
  const transport = http(rpcUrl, { retryCount: 2 })
  const reader = createPublicClient({ chain, transport, pollingInterval: 200, cacheTime: 0 })
  const writer = createWalletClient({ chain, transport, account })
  const node = (method: string, parameters: unknown[]) =>
    reader.request({ method, params: parameters } as unknown as Parameters<typeof reader.request>[0])

  const found = await reader.getChainId().catch((error: unknown) => {
    throw new DeploymentError(`${rpcUrl} does not answer: ${shortest(error)}`)
  })
  if (found !== chainId)
    throw new DeploymentError(`${rpcUrl} is chain ${found}, the plan is for chain ${chainId}`)

  const settle = async (what: string, submit: () => Promise<Hex>) => {
    try {
      const hash = await submit()
      if (development) await node('evm_mine', [])
      const receipt = await reader.waitForTransactionReceipt({ hash, timeout: 120_000 })
      if (receipt.status !== 'success') throw new DeploymentError(`transaction ${hash} reverted`)
    } catch (error) {
      throw new DeploymentError(`${what}: ${shortest(error)}`)
    }
    log(what)
  }
  return {
    reader,
    writer,
    account,
    log,
    node,
    send: (what, transaction) =>
      settle(what, () => writer.sendTransaction({ ...transaction, chain, account })),
    call: (what, call) =>
      settle(what, async () => {
        const { request } = await reader.simulateContract({ ...call, account })
        return writer.writeContract(request)
      }),
  }
}

/** The one line of an error that says what happened, the contract's own error by its name. */
function shortest(error: unknown): string {
  if (error instanceof BaseError) {
    const revert = error.walk((cause) => cause instanceof ContractFunctionRevertedError)
    if (revert instanceof ContractFunctionRevertedError && revert.data)
      return `${revert.data.errorName}(${(revert.data.args ?? []).join(', ')})`
    return error.shortMessage.split('\n')[0]!
  }
  return error instanceof Error ? error.message : String(error)
}
