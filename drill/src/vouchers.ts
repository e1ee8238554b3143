/** Vouchers in the drill: the signed vouchers of the API, the contract's answer to a voucher, and calls of the roles. */
import {
  createPublicClient,
  encodeFunctionData,
  getTypesForEIP712Domain,
  http,
  serializeTypedData,
  zeroHash,
  type Address,
  type Hex,
} from 'viem'
import { operationOf } from '@galx/operator/safe/operation'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import type { VouchersData } from '@galx/protocol/http/vouchers'
import { signedVoucher, voucherTypedData, type SignedVoucher, type Voucher } from '@galx/protocol/voucher'
import { rpc } from '@galx/stack/chain/rpc'
import { visitor } from './load/load.ts'
import { hostOf } from './machines/machines.ts'
import { KEEPER } from './machines/place.ts'
import { askJson, askText, sampleOf } from './requests.ts'
import { until } from './waiting.ts'
import type { World } from './world.ts'

/** `paid`, or the contract's error */
type Trial = string

/** More gas than any call here needs. */
const GAS = '0x4c4b40'

/** @returns the signature, or the co-signer's reason against the voucher */
async function signTypedData(
  url: string,
  account: string,
  typed: ReturnType<typeof voucherTypedData>,
): Promise<string> {
  const EIP712Domain = getTypesForEIP712Domain({ domain: typed.domain })
  const text = serializeTypedData<Record<string, unknown>, string>({
    ...typed,
    types: { EIP712Domain, ...typed.types },
  })
  const params = [account, text]
  const { body } = await askJson<{ result?: Hex; error?: { message: string } }>(url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_signTypedData_v4', params }),
  })
  return body.result ?? body.error!.message
}

export type VoucherDesk = ReturnType<typeof voucherDesk>

export function voucherDesk(world: World) {
  const { chain, machines, edges } = world
  const { deployment, peopleUrl } = chain
  const { roles, contracts, chainId } = deployment
  const address = contracts.RewardVouchers.address as Address
  const timelock = contracts.Timelock.address as Address
  const proposer = roles.timelock.proposers[0]! as Address
  const { signer, coSigner } = hostOf(machines, KEEPER).ports
  const reader = createPublicClient({ transport: http(peopleUrl), ccipRead: false })
  const abi = rewardVouchersAbi
  const people = visitor(machines, edges, chain)

  const typedData = (voucher: Voucher) => voucherTypedData(chainId, address, voucher)

  const trial = (voucher: SignedVoucher): Promise<Trial> =>
    reader.simulateContract({ address, abi, functionName: 'claim', args: [voucher], account: proposer }).then(
      () => 'paid',
      (error: Error) => /RewardVouchers_\w+/.exec(error.message)?.[0] ?? error.message,
    )

  /** The embedded chain's node has the keys of these accounts. */
  const send = async (from: Address, to: Address, data: Hex): Promise<void> => {
    const hash = await rpc<Hex>(peopleUrl, 'eth_sendTransaction', { from, to, data, gas: GAS })
    const receipt = await until('a transaction in a block', 15_000, () =>
      rpc<{ status: Hex } | null>(peopleUrl, 'eth_getTransactionReceipt', hash),
    )
    if (receipt.status !== '0x1') throw new Error(`the transaction ${hash} was reverted`)
  }

  return {
    typedData,
    trial,

    nonce: () => reader.readContract({ address, abi, functionName: 'signersNonce' }),
    vested: (program: bigint) =>
      reader.readContract({ address, abi, functionName: 'claimable', args: [program] }),

    /** The last epoch whose grants the co-signer signs; null: there is none. */
    settled: async () =>
      (await askJson<{ settled: number | null }>(`http://127.0.0.1:${coSigner}`)).body.settled,

    /** @returns the co-signer's signature, or its reason against the voucher */
    async coSign(voucher: Voucher): Promise<string> {
      const url = `http://127.0.0.1:${coSigner}`
      return signTypedData(url, roles.voucherCoSigner, typedData(voucher))
    },

    /** @returns a voucher of the last signed epoch that the contract pays; null: there is none */
    async payable(): Promise<SignedVoucher | null> {
      const epoch = sampleOf(await askText(`http://127.0.0.1:${signer}/metrics`), 'galx_signer_signed_epoch')
      if (epoch === null) return null
      const { list } = await people.ask<VouchersData>('GET', `/api/vouchers/${epoch}`)
      for (const { programId, account, cumulative, deadline, signersNonce, ...signatures } of list) {
        const voucher = signedVoucher(
          {
            program: BigInt(programId),
            account: account as Address,
            cumulative: BigInt(cumulative),
            deadline: BigInt(deadline),
            signersNonce: BigInt(signersNonce),
          },
          signatures.signature as Hex,
          signatures.coSignature as Hex,
        )
        if ((await trial(voucher)) === 'paid') return voucher
      }
      return null
    },

    /** @returns the wei that the claim adds to the account's drawn amount */
    async claim(voucher: SignedVoucher): Promise<bigint> {
      const drawn = () =>
        reader.readContract({ address, abi, functionName: 'drawn', args: [voucher.program, voucher.account] })
      const before = await drawn()
      await send(proposer, address, encodeFunctionData({ abi, functionName: 'claim', args: [voucher] }))
      return (await drawn()) - before
    },

    async switchOff(functionName: 'disableSigner' | 'disableCoSigner'): Promise<void> {
      await send(roles.guardian as Address, address, encodeFunctionData({ abi, functionName }))
    },

    /** Names the key through the timelock: announces the call, waits for the timelock's delay, and carries the call out. */
    async nameAgain(functionName: 'setSigner' | 'setCoSigner', key: Address): Promise<void> {
      const data = encodeFunctionData({ abi, functionName, args: [key] })
      const held = { address: timelock, abi: timelockAbi } as const
      const delay = await reader.readContract({ ...held, functionName: 'getMinDelay' })
      const { id, schedule, execute } = operationOf([{ to: address, data, value: 0n }], zeroHash, delay)
      await send(proposer, timelock, schedule)
      await until('the end of the timelock’s delay', (Number(delay) + 60) * 1_000, () =>
        reader.readContract({ ...held, functionName: 'isOperationReady', args: [id] }),
      )
      await send(proposer, timelock, execute)
    },
  }
}
