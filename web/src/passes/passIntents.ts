/** The intents of node passes: mint, rename, cool-down, withdraw the bond, transfer. */
import type { HexString } from '@galx/protocol/webConfig'
import { reportTransaction } from '../core/api/reportTransaction.ts'
import { usableToken } from '../core/session/token.ts'
import type { Intent } from '../core/transactions/intent.ts'
import { shortenAddress } from '../design/AddressTag/shortenAddress.ts'
import type { HeldPass } from './passModel.ts'

function signedIn() {
  return usableToken() !== null
}

/** Locks `bond` wei of MCM in a new pass of that name. */
export function mintIntent(name: string, bond: bigint): Intent {
  return {
    describe: () => ({ name: 'mintPass', values: [name] }),
    prepare: () => ({ call: { name: 'mintPass', passName: name }, spends: [{ token: 'MCM', amount: bond }] }),
    // Only a signed-in account can report. An unreported pass appears once it is indexed.
    report: async (hash) => !signedIn() || reportTransaction('mcmNode', hash, { name }),
  }
}

export function renameIntent({ id }: HeldPass, name: string): Intent {
  return {
    describe: () => ({ name: 'renamePass', values: [String(id), name] }),
    prepare: () => ({ call: { name: 'renamePass', pass: id, passName: name }, spends: [] }),
  }
}

/** Starts the cool-down: from then on the pass is not live. */
export function startUnbondingIntent({ id }: HeldPass): Intent {
  return {
    describe: () => ({ name: 'startUnbonding', values: [String(id)] }),
    prepare: () => ({ call: { name: 'startUnbonding', pass: id }, spends: [] }),
  }
}

/** Ends the cool-down, whether or not its time is over: the pass is live again. */
export function cancelUnbondingIntent({ id }: HeldPass): Intent {
  return {
    describe: () => ({ name: 'cancelUnbonding', values: [String(id)] }),
    prepare: () => ({ call: { name: 'cancelUnbonding', pass: id }, spends: [] }),
  }
}

/** Burns the pass after its cool-down and pays its bond to the holder. */
export function unbondIntent({ id }: HeldPass): Intent {
  return {
    describe: () => ({ name: 'unbond', values: [String(id)] }),
    prepare: () => ({ call: { name: 'unbondPass', pass: id }, spends: [] }),
  }
}

/** Gives the pass to another account, with its bond, its name and its node. */
export function sendIntent({ id }: HeldPass, to: HexString): Intent {
  return {
    describe: () => ({ name: 'sendPass', values: [String(id), shortenAddress(to, 6, 6)] }),
    prepare: (account) => ({ call: { name: 'sendPass', pass: id, from: account, to }, spends: [] }),
    report: async (hash) => !signedIn() || reportTransaction('transferNft', hash),
  }
}
