/**
 * The entry to the wallets. The code that finds, connects and signs in is loaded after the first paint, when it is
 * first needed: at the first navigation after the configuration has loaded.
 */
import { textsReady } from '../../i18n/texts.ts'
import { codeOf } from '../state/codeOf.ts'
import type { ConnectOutcome } from './connect.ts'

/** Loads the code and runs the function. If the code does not arrive, the shell says so and offers to reload. */
async function withCode<Code, T>(
  load: Promise<Code>,
  run: (code: Code) => Promise<T>,
  missing: T,
): Promise<T> {
  const code = await codeOf(load.then(async (arrived) => (await textsReady(), arrived)))
  return code === null ? missing : run(code)
}

/**
 * Connects a wallet; the user sees every outcome but success. One attempt at a time: a second call waits for the running
 * attempt.
 */
export function connectWallet(): Promise<ConnectOutcome> {
  return withCode(import('./connect.ts'), (code) => code.connectWallet(), 'failed')
}

/** Runs on a navigation while no address is known: connects, and never repeats a request that was not granted. */
export function connectOnNavigation(): Promise<void> {
  return withCode(import('./connect.ts'), (code) => code.connectOnNavigation(), undefined)
}

/** Asks the connected wallet to switch to the configured chain, and offers to add the chain if the wallet does not know it. */
export function enterChain(): Promise<ConnectOutcome> {
  return withCode(import('./connect.ts'), (code) => code.enterChain(), 'failed')
}

/** Signs in with the connected wallet. @returns whether the account is signed in */
export function signIn(): Promise<boolean> {
  return withCode(import('../session/signIn.ts'), (code) => code.signIn(), false)
}
