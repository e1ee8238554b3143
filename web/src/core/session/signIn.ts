import type { HexString } from '@galx/protocol/webConfig'
import { isPending, isRefusal } from '@galx/protocol/walletErrors'
import { ApiError } from '../api/client.ts'
import { authenticate, requestNonce } from '../api/mainApi.ts'
import { currentConfig } from '../config/configStore.ts'
import { safeVersionAfterThis } from '../release/readRelease.ts'
import { useAppStore } from '../state/appStore.ts'
import { notify } from '../state/effects.ts'
import { connectWallet } from '../wallet/connect.ts'
import { withTimeout, SILENT_AFTER, WalletTimeoutError } from '../wallet/answerTimeout.ts'
import { useWalletStore } from '../wallet/walletStore.ts'
import { walletTexts } from '../wallet/texts.ts'
import { loadUserInfo } from './loadUserInfo.ts'
import { keepToken } from './token.ts'

/** One attempt to sign in one account; `address` is null until a wallet is connected. */
type Attempt = { address: HexString | null }

let inFlight: { attempt: Attempt; ended: Promise<boolean> } | null = null
/** the newest attempt: a late signature is used only until another attempt begins */
let latest: Attempt | null = null

/**
 * Signs in: nonce → signature in the wallet → token in state and storage → user info again. Connects first if needed.
 * One sign-in of an account at a time; a second call waits for the first. A wallet that does not answer ends the attempt as
 * `silent`; its late signature is still used until the next attempt. A version of the app that the operator has declared unsafe
 * sends no request to the wallet.
 * @returns whether there is a token now; if false, the status or a message gives the reason, or the account has changed meanwhile
 */
export function signIn(): Promise<boolean> {
  const { address, signInStatus } = useAppStore.getState()
  if (inFlight !== null && [null, address].includes(inFlight.attempt.address)) {
    // The person switched to another account and back, which has reset the status. The wallet's request is still open.
    if (inFlight.attempt.address !== null && signInStatus === 'signedOut')
      useAppStore.setState({ signInStatus: 'signing' })
    return inFlight.ended
  }
  const attempt: Attempt = { address }
  const ended = run(attempt).finally(() => {
    if (inFlight?.attempt === attempt) inFlight = null
  })
  inFlight = { attempt, ended }
  return ended
}

async function run(attempt: Attempt): Promise<boolean> {
  if (useAppStore.getState().address === null) await connectWallet()
  const { address } = useAppStore.getState()
  const provider = useWalletStore.getState().connected?.provider
  if (address === null || provider === undefined) return false

  attempt.address = address
  latest = attempt
  useAppStore.setState({ signInStatus: 'signing' })
  try {
    const least = safeVersionAfterThis(currentConfig())
    const text = await requestNonce(address)
    if ((await least) !== null) return settle(attempt, 'wrongVersion')
    if (!stands(attempt)) return false
    if (!signsInHere(text, address, currentConfig().chainId))
      return settle(attempt, 'failed', walletTexts.current().signElsewhere)
    let signature: unknown
    try {
      const asked = provider.request({ method: 'personal_sign', params: [toHex(text), address] })
      signature = await withTimeout(
        asked,
        SILENT_AFTER,
        (answer) => void acceptLateSignature(answer, address, attempt),
      )
    } catch (error) {
      return settleError(attempt, error)
    }
    return await complete(signature, address, attempt)
  } catch (error) {
    if (error instanceof ApiError) return settle(attempt, 'failed')
    throw error
  }
}

/** Whether the attempt's account is still connected and no other attempt has begun. Otherwise the outcome is ignored. */
function stands(attempt: Attempt): boolean {
  return attempt === latest && useAppStore.getState().address === attempt.address
}

function settle(
  attempt: Attempt,
  signInStatus: 'refused' | 'failed' | 'silent' | 'pending' | 'wrongVersion',
  message?: string,
): false {
  if (!stands(attempt)) return false
  useAppStore.setState({ signInStatus })
  if (message !== undefined) notify(message, { kind: signInStatus === 'refused' ? 'info' : 'error' })
  return false
}

/** The wallet answered with an error, or did not answer in time. */
function settleError(attempt: Attempt, error: unknown): false {
  const texts = walletTexts.current()
  if (error instanceof WalletTimeoutError) return settle(attempt, 'silent')
  if (isPending(error)) return settle(attempt, 'pending')
  return isRefusal(error)
    ? settle(attempt, 'refused', texts.signRefused)
    : settle(attempt, 'failed', texts.signFailed)
}

/** From the signature to the token. @throws ApiError */
async function complete(signature: unknown, address: string, attempt: Attempt): Promise<boolean> {
  if (typeof signature !== 'string') return settle(attempt, 'failed', walletTexts.current().signFailed)
  // The account may have changed in the wallet while it signed, and may change while the server answers.
  if (!stands(attempt)) return false
  const { token } = await authenticate(address, prefixed(signature))
  if (!stands(attempt)) return false
  keepToken(token, address)
  await loadUserInfo()
  return true
}

/** Some wallets leave the 0x out. */
function prefixed(signature: string): string {
  return /^[0-9a-f]+$/i.test(signature) ? `0x${signature}` : signature
}

/** A signature that comes after the app has stopped waiting. It is used for the same account, while no other attempt has begun. */
async function acceptLateSignature(
  answer: Promise<unknown>,
  address: string,
  attempt: Attempt,
): Promise<void> {
  const wanted = () => stands(attempt) && useAppStore.getState().signInStatus === 'silent'
  try {
    const signature = await answer
    if (wanted()) await complete(signature, address, attempt)
  } catch (error) {
    if (!wanted()) return
    if (error instanceof ApiError) settle(attempt, 'failed')
    else settleError(attempt, error)
  }
}

/** personal_sign takes the text's UTF-8 bytes as hex; some wallets misread a plain string. */
function toHex(text: string): string {
  return `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/**
 * Whether the text signs this account in to this site (EIP-4361): the text begins with the site and the account, and names the chain. Not every
 * wallet compares the site. If the app passed on another site's text, the server could use the signature to sign in at that site.
 */
function signsInHere(text: string, address: string, chainId: number): boolean {
  const [site, account] = text.split('\n')
  const { host, origin } = window.location
  return (
    [host, origin].some((name) => site === `${name} wants you to sign in with your Ethereum account:`) &&
    account?.toLowerCase() === address.toLowerCase() &&
    /^Chain ID: (\d+)$/m.exec(text)?.[1] === String(chainId)
  )
}
