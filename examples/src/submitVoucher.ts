/**
 * Submits the vouchers of an account, from the API or from a file of `/api/vouchers/EPOCH`. Anybody may submit a voucher: the contract pays the
 * voucher's account, and the sender pays the gas. Each voucher is simulated first.
 */
import { readFileSync } from 'node:fs'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { createApiClient } from '@galx/protocol/client/client'
import type { PublicVoucher, VouchersData } from '@galx/protocol/client/operations'
import { signedVoucher, type SignedVoucher } from '@galx/protocol/voucher'
import { createWalletClient, http, isAddress, isHex, type Address, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { LOCAL, openApp, usage } from './app.ts'

const parameters = process.argv.slice(2)
const onAnyChain = parameters.includes('--any-chain')
const [account = '', origin = LOCAL, file] = parameters.filter((parameter) => parameter !== '--any-chain')
const key = process.env.PRIVATE_KEY
if (!isAddress(account) || !isHex(key) || key.length !== 66)
  usage('PRIVATE_KEY=0x… submitVoucher.ts ACCOUNT [ORIGIN [FILE]] [--any-chain]')
const address = account.toLowerCase()
const { config, chain } = await openApp(origin)
// Only the embedded chain has a faucet. Elsewhere the gas costs money.
if (config.contracts.DemoFaucet === undefined && !onAnyChain)
  usage('submitVoucher.ts … --any-chain, because this is not the embedded chain')

const contract = { address: config.contracts.RewardVouchers, abi: rewardVouchersAbi } as const
const sender = privateKeyToAccount(key)
const wallet = createWalletClient({ account: sender, transport: http(config.rpcUrl) })
const vouchers = file === undefined ? await fromApi() : fromFile(file)
for (const voucher of vouchers) {
  const { program, cumulative } = voucher
  const drawn = await chain.readContract({
    ...contract,
    functionName: 'drawn',
    args: [program, voucher.account],
  })
  if (drawn >= cumulative) {
    console.log(`program ${program}: nothing left to pay`)
    continue
  }
  const claim = { ...contract, functionName: 'claim', args: [voucher] } as const
  // A refusal ends the program here, before anything is sent.
  await chain.simulateContract({ ...claim, account: sender })
  const hash = await wallet.writeContract({ ...claim, chain: null })
  const { status } = await chain.waitForTransactionReceipt({ hash })
  console.log(`program ${program}: ${status}, ${cumulative - drawn} wei for ${address} in ${hash}`)
  if (status !== 'success') process.exitCode = 1
}

async function fromApi(): Promise<SignedVoucher[]> {
  const client = createApiClient({ url: config.apiUrl || origin })
  const { programs } = await client.call('getBonuses', { query: { address } })
  return programs.flatMap(({ programId, voucher }) =>
    voucher === null ? [] : [inContractsForm({ ...voucher, programId })],
  )
}

function fromFile(path: string): SignedVoucher[] {
  const { list } = JSON.parse(readFileSync(path, 'utf8')) as VouchersData
  return list.filter((listed) => listed.account === address).map(inContractsForm)
}

function inContractsForm(listed: Omit<PublicVoucher, 'program' | 'account'>): SignedVoucher {
  const voucher = {
    program: BigInt(listed.programId),
    account: account as Address,
    cumulative: BigInt(listed.cumulative),
    deadline: BigInt(listed.deadline),
    signersNonce: BigInt(listed.signersNonce),
  }
  return signedVoucher(voucher, listed.signature as Hex, listed.coSignature as Hex)
}
