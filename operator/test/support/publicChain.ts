/** A chain as an operator finds it: with tokens, an exchange, Multicall3 and the deployment proxy. None of these contracts is ours. */
import { encodeDeployData, type Abi, type Address, type Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { rpc } from '@galx/stack/chain/rpc'
import { startChain, type Chain } from '@galx/stack/chain/startChain'
import { multicall3RuntimeCode } from '../../src/deploy/embeddedChain.ts'
import { MULTICALL3 } from '../../src/deploy/multicall3.ts'
import { published } from '../../src/deploy/published.ts'
import {
  uniswapFactory,
  UNISWAP_PAIR_CODE_HASH,
  uniswapRouter,
  wrappedNative,
} from '../../src/deploy/uniswapArtefacts.ts'
import type { NetworkConfiguration } from '../../src/networks/networkConfiguration.ts'

/** Another person's account: anvil's unlocked account number 5. */
const STRANGER: Address = '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc'
export const DEPLOYER_KEY: Hex = `0x${'c0ffee'.padStart(64, '1')}`
export const DEPLOYER = privateKeyToAddress(DEPLOYER_KEY)

export const CHOICES = {
  GUARDIAN_ADDRESS: `0x${'a1'.repeat(20)}`,
  VOUCHER_SIGNER_ADDRESS: `0x${'a2'.repeat(20)}`,
  VOUCHER_COSIGNER_ADDRESS: `0x${'a8'.repeat(20)}`,
  EPOCH_PUBLISHER: `0x${'a6'.repeat(20)}`,
  RELEASE_SIGNER: `0x${'a7'.repeat(20)}`,
  TREASURY_ADDRESS: `0x${'a3'.repeat(20)}`,
  TIMELOCK_PROPOSERS: `0x${'a4'.repeat(20)},0x${'a5'.repeat(20)}`,
}

export type PublicChain = {
  chain: Chain
  found: Pick<NetworkConfiguration, 'network' | 'existingTokens'> & {
    exchange: NonNullable<NetworkConfiguration['exchange']>
  }
  /** sends USDT or BTCB from the stranger's account */
  give(token: 'USDT' | 'BTCB', to: Address, amount: bigint): Promise<void>
}

export async function startPublicChain(chainId: number): Promise<PublicChain> {
  const chain = await startChain({ blockTime: 'manual', chainId })
  const { rpcUrl } = chain
  // Send one transaction after another: automine fails with many transactions at once.
  await rpc(rpcUrl, 'evm_setAutomine', true)
  await rpc(rpcUrl, 'anvil_setCode', MULTICALL3, await multicall3RuntimeCode())
  await rpc(rpcUrl, 'anvil_setBalance', DEPLOYER, '0x56bc75e2d63100000')
  const send = async (transaction: { to?: Address; data: Hex }): Promise<Address> => {
    const hash = await rpc<Hex>(rpcUrl, 'eth_sendTransaction', { from: STRANGER, ...transaction })
    const read = () =>
      rpc<{ status: Hex; contractAddress: Address } | null>(rpcUrl, 'eth_getTransactionReceipt', hash)
    // The node returns the hash while automine is still mining the transaction.
    let receipt = await read()
    while (!receipt) receipt = await read()
    if (receipt.status !== '0x1') throw new Error('the public chain could not be made')
    return receipt.contractAddress
  }
  const make = ({ abi, bytecode }: { abi: Abi; bytecode: Hex }, args: unknown[]) =>
    send({ data: encodeDeployData({ abi, bytecode, args }) })
  const token = (symbol: string) => make(published('StandInToken'), [symbol, symbol, STRANGER, 10n ** 27n])
  const USDT = await token('USDT')
  const BTCB = await token('BTCB')
  const weth = await make(wrappedNative(), [])
  const factory = await make(uniswapFactory(), [STRANGER])
  const router = await make(uniswapRouter(), [factory, weth])
  const tokens = { USDT, BTCB }
  return {
    chain,
    found: {
      // If `network` were the name of a real network's plan, the chain would have to begin with that network's first block.
      network: 'private',
      existingTokens: tokens,
      exchange: { factory, router, wrappedNative: weth, pairCodeHash: UNISWAP_PAIR_CODE_HASH },
    },
    async give(symbol, to, amount) {
      const data: Hex = `0xa9059cbb${to.slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`
      await send({ to: tokens[symbol], data })
    },
  }
}
