/** Calls of ZnVault. Amounts are wei of GALX, shares the vault's own units. */
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { assetsOf, vaultAt } from '@galx/protocol/vault'
import type { HexString } from '@galx/protocol/webConfig'
import { decodeFunctionData, encodeFunctionData } from 'viem/utils'
import { vaultShares, vaultState } from '../../chain/vaultReads.ts'
import { errorsOf, lowerCase, type CallFile, type PermitSignature } from './callFile.ts'
import { balanceStates, eventsOf, summed } from './receiptLogs.ts'

/** The vault's token, the same on every network. */
type Assets = { token: 'GALX'; amount: bigint }
type Deposit = { receiver: HexString; inviter: HexString | null } & Assets

export type ZnVaultCall =
  | ({ name: 'vaultDeposit' } & Deposit)
  | ({ name: 'vaultDepositWithPermit'; permit: PermitSignature } & Deposit)
  /** withdraws exactly `amount` and burns the needed shares */
  | ({ name: 'vaultWithdraw'; receiver: HexString; owner: HexString } & Assets)
  /** redeems exactly `shares` for their whole value */
  | { name: 'vaultRedeem'; shares: bigint; receiver: HexString; owner: HexString }

const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'
const abi = znVaultAbi

function encodeData(call: ZnVaultCall): HexString {
  switch (call.name) {
    case 'vaultDeposit':
      return encodeFunctionData({
        abi,
        functionName: 'depositWithInviter',
        args: [call.amount, call.receiver, call.inviter ?? ZERO_ADDRESS],
      })
    case 'vaultDepositWithPermit': {
      const { deadline, v, r, s } = call.permit
      return encodeFunctionData({
        abi,
        functionName: 'depositWithPermit',
        args: [call.amount, call.receiver, call.inviter ?? ZERO_ADDRESS, deadline, v, r, s],
      })
    }
    case 'vaultWithdraw':
      return encodeFunctionData({
        abi,
        functionName: 'withdraw',
        args: [call.amount, call.receiver, call.owner],
      })
    case 'vaultRedeem':
      return encodeFunctionData({
        abi,
        functionName: 'redeem',
        args: [call.shares, call.receiver, call.owner],
      })
  }
}

function decodeData(data: HexString): ZnVaultCall | null {
  const { functionName, args } = decodeFunctionData({ abi, data })
  switch (functionName) {
    case 'depositWithInviter':
      return { name: 'vaultDeposit', ...depositOf(args[0], args[1], args[2]) }
    case 'depositWithPermit': {
      const [amount, receiver, inviter, deadline, v, r, s] = args
      const permit = { deadline, v, r, s }
      return { name: 'vaultDepositWithPermit', ...depositOf(amount, receiver, inviter), permit }
    }
    case 'withdraw':
      return {
        name: 'vaultWithdraw',
        token: 'GALX',
        amount: args[0],
        receiver: lowerCase(args[1]),
        owner: lowerCase(args[2]),
      }
    case 'redeem':
      return {
        name: 'vaultRedeem',
        shares: args[0],
        receiver: lowerCase(args[1]),
        owner: lowerCase(args[2]),
      }
    default:
      return null
  }
}

function depositOf(amount: bigint, receiver: string, inviter: string): Deposit {
  return {
    token: 'GALX',
    amount,
    receiver: lowerCase(receiver),
    inviter: inviter === ZERO_ADDRESS ? null : lowerCase(inviter),
  }
}

/** The account whose shares the call mints or burns. */
function ownerOf(call: ZnVaultCall): HexString {
  return 'owner' in call ? call.owner : call.receiver
}

export const znVaultCalls: CallFile<ZnVaultCall> = {
  names: { vaultDeposit: true, vaultDepositWithPermit: true, vaultWithdraw: true, vaultRedeem: true },
  errors: errorsOf(abi),
  encode: (call, { contracts }) => ({ to: contracts.ZnVault, data: encodeData(call) }),
  decode: ({ to, data }, { contracts }) => (to === contracts.ZnVault ? decodeData(data) : null),
  spender: ({ contracts }) => contracts.ZnVault,
  outcome: {
    facts: (call, logs, { contracts: { ZnVault } }) => {
      const owner = ownerOf(call)
      const sum = (events: readonly { owner: HexString; assets: bigint }[]) =>
        events
          .filter((event) => lowerCase(event.owner) === owner)
          .reduce((total, { assets }) => total + assets, 0n)
      return summed([
        { label: 'deposited', amount: sum(eventsOf(logs, ZnVault, abi, 'Deposit')), token: 'GALX' },
        { label: 'withdrawn', amount: sum(eventsOf(logs, ZnVault, abi, 'Withdraw')), token: 'GALX' },
      ])
    },
    states: () => [
      {
        label: 'vault',
        unit: 'GALX',
        value: async (get) => {
          const [vault, shares] = await Promise.all([get(vaultState), get(vaultShares)])
          return assetsOf(shares, vaultAt(vault, vault.at))
        },
      },
      ...balanceStates(['GALX']),
    ],
    next: ({ name }) =>
      name === 'vaultDeposit' || name === 'vaultDepositWithPermit'
        ? { label: 'viewVault', page: 'zn' }
        : null,
  },
  permits: {
    takes: (call) => call.name === 'vaultDeposit' || call.name === 'vaultDepositWithPermit',
    add: (call, _token, permit) => {
      if (call.name !== 'vaultDeposit' && call.name !== 'vaultDepositWithPermit') return call
      return { ...call, name: 'vaultDepositWithPermit', permit }
    },
  },
}
