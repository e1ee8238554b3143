/** Calls of NodePass. */
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import type { HexString } from '@galx/protocol/webConfig'
import { decodeFunctionData, encodeFunctionData } from 'viem/utils'
import type { ChainRead } from '../../chain/chainRead.ts'
import { errorsOf, lowerCase, type CallFile, type PermitSignature } from './callFile.ts'
import { balanceStates, eventsOf, summed, transferred } from './receiptLogs.ts'

export type NodePassCall =
  /** `passName`: the name of the new pass, which holds the bond */
  | { name: 'mintPass'; passName: string }
  | { name: 'mintPassWithPermit'; passName: string; permit: PermitSignature }
  | { name: 'renamePass'; pass: bigint; passName: string }
  | { name: 'startUnbonding'; pass: bigint }
  | { name: 'cancelUnbonding'; pass: bigint }
  | { name: 'unbondPass'; pass: bigint }
  /** the safe form: it reverts if the receiving contract cannot hold a pass, so that the bond is never locked up there */
  | { name: 'sendPass'; pass: bigint; from: HexString; to: HexString }

const abi = nodePassAbi

function encodeData(call: NodePassCall): HexString {
  switch (call.name) {
    case 'mintPass':
      return encodeFunctionData({ abi, functionName: 'mint', args: [call.passName] })
    case 'mintPassWithPermit': {
      const { deadline, v, r, s } = call.permit
      return encodeFunctionData({
        abi,
        functionName: 'mintWithPermit',
        args: [call.passName, deadline, v, r, s],
      })
    }
    case 'renamePass':
      return encodeFunctionData({ abi, functionName: 'rename', args: [call.pass, call.passName] })
    case 'startUnbonding':
    case 'cancelUnbonding':
      return encodeFunctionData({ abi, functionName: call.name, args: [call.pass] })
    case 'unbondPass':
      return encodeFunctionData({ abi, functionName: 'unbond', args: [call.pass] })
    case 'sendPass':
      return encodeFunctionData({
        abi,
        functionName: 'safeTransferFrom',
        args: [call.from, call.to, call.pass],
      })
  }
}

function decodeData(data: HexString): NodePassCall | null {
  const { functionName, args } = decodeFunctionData({ abi, data })
  switch (functionName) {
    case 'mint':
      return { name: 'mintPass', passName: args[0] }
    case 'mintWithPermit': {
      const [passName, deadline, v, r, s] = args
      return { name: 'mintPassWithPermit', passName, permit: { deadline, v, r, s } }
    }
    case 'rename':
      return { name: 'renamePass', pass: args[0], passName: args[1] }
    case 'startUnbonding':
    case 'cancelUnbonding':
      return { name: functionName, pass: args[0] }
    case 'unbond':
      return { name: 'unbondPass', pass: args[0] }
    case 'safeTransferFrom':
      // The app never uses the form with additional data for the receiver.
      return args.length === 3
        ? { name: 'sendPass', pass: args[2], from: lowerCase(args[0]), to: lowerCase(args[1]) }
        : null
    default:
      return null
  }
}

function isMint({ name }: NodePassCall): boolean {
  return name === 'mintPass' || name === 'mintPassWithPermit'
}

/** The number of passes that the account holds. */
const passes: ChainRead<bigint> = {
  key: 'outcome/passes',
  ofAccount: true,
  load: () =>
    Promise.resolve(({ config, account, read }) =>
      read(config.contracts.NodePass, abi, 'balanceOf', [account]),
    ),
}

export const nodePassCalls: CallFile<NodePassCall> = {
  names: {
    mintPass: true,
    mintPassWithPermit: true,
    renamePass: true,
    startUnbonding: true,
    cancelUnbonding: true,
    unbondPass: true,
    sendPass: true,
  },
  errors: errorsOf(abi),
  encode: (call, { contracts }) => ({ to: contracts.NodePass, data: encodeData(call) }),
  decode: ({ to, data }, { contracts }) => (to === contracts.NodePass ? decodeData(data) : null),
  spender: ({ contracts }) => contracts.NodePass,
  outcome: {
    facts: (call, logs, { contracts: { NodePass }, tokens }) => {
      if (isMint(call))
        return summed([
          { label: 'bond', amount: transferred(logs, tokens.MCM.address, { to: NodePass }), token: 'MCM' },
        ])
      return summed(
        eventsOf(logs, NodePass, abi, 'Unbonded').map(({ bond }) => ({
          label: 'bondReturned',
          amount: bond,
          token: 'MCM',
        })),
      )
    },
    states: (call) => {
      const moves = isMint(call) || call.name === 'unbondPass'
      if (!moves && call.name !== 'sendPass') return []
      return [
        { label: 'passes', unit: 'count', value: (get) => get(passes) },
        ...balanceStates(moves ? ['MCM'] : []),
      ]
    },
    next: (call) => (isMint(call) ? { label: 'viewPass', page: 'hidden' } : null),
  },
  permits: {
    takes: (call, token) => isMint(call) && token === 'MCM',
    add: (call, token, permit) =>
      (call.name === 'mintPass' || call.name === 'mintPassWithPermit') && token === 'MCM'
        ? { name: 'mintPassWithPermit', passName: call.passName, permit }
        : call,
  },
}
