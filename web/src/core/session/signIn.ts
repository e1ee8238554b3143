import { ApiError } from '../api/apiError.ts'
import { authenticate, requestNonce } from '../api/mainApi.ts'
import { currentConfig } from '../config/configStore.ts'
import { safeVersionAfterThis } from '../release/readRelease.ts'
import { useAppStore } from '../state/appStore.ts'
import { notify } from '../state/effects.ts'
import { connectWallet } from '../wallet/connect.ts'
import { isPending, isRefusal } from '../wallet/eip1193.ts'
import { inTime, SILENT_AFTER, WalletSilent } from '../wallet/answerTimeout.ts'
import { useWalletStore } from '../wallet/walletStore.ts'
import { loadUserInfo } from './loadUserInfo.ts'
import { keepToken } from './token.ts'
import { walletTexts } from '../wallet/texts.ts'

let underWay: Promise<boolean> | null = null
/** counts the attempts: a signature that comes late is of use only until the next one */
let attempt = 0

/**
 * Signs in: nonce → signature in the wallet → token in state and storage → user info again. Connects first where needed.
 * One sign-in at a time; a second call waits for the first. A wallet that does not answer ends the attempt as `silent`; its
 * late signature is still taken, until the next attempt. A version of the app that the operator has called unsafe asks no wallet.
 * @returns whether there is a token now; on false the status or a message has said why
 */
export function signIn(): Promise<boolean> {
  underWay ??= run().finally(() => {
    underWay = null
  })
  return underWay
}

async function run(): Promise<boolean> {
  if (useAppStore.getState().address === null) await connectWallet()
  const { address } = useAppStore.getState()
  const provider = useWalletStore.getState().connected?.provider
  if (address === null || provider === undefined) return false

  attempt += 1
  const own = attempt
  useAppStore.setState({ signInStatus: 'signing' })
  try {
    const least = safeVersionAfterThis(currentConfig())
    const text = await requestNonce(address)
    if ((await least) !== null) return settle('wrongVersion')
    let signature: unknown
    try {
      const asked = provider.request({ method: 'personal_sign', params: [toHex(text), address] })
      signature = await inTime(asked, SILENT_AFTER, (answer) => void takeLate(answer, address, own))
    } catch (error) {
      return settleError(error)
    }
    return await complete(signature, address)
  } catch (error) {
    if (error instanceof ApiError) return settle('failed')
    throw error
  }
}

function settle(
  signInStatus: 'refused' | 'failed' | 'silent' | 'pending' | 'wrongVersion',
  message?: string,
): false {
  useAppStore.setState({ signInStatus })
  if (message !== undefined) notify(message, { kind: signInStatus === 'refused' ? 'info' : 'error' })
  return false
}

/** The wallet gave an error, or no answer in time. */
function settleError(error: unknown): false {
  const texts = walletTexts.current()
  if (error instanceof WalletSilent) return settle('silent')
  if (isPending(error)) return settle('pending')
  return isRefusal(error) ? settle('refused', texts.signRefused) : settle('failed', texts.signFailed)
}

/** From the signature to the token. @throws ApiError */
async function complete(signature: unknown, address: string): Promise<boolean> {
  if (typeof signature !== 'string') return settle('failed', walletTexts.current().signFailed)
  const { token } = await authenticate(address, signature)
  // The account may have been changed in the wallet while the signature was under way.
  if (useAppStore.getState().address !== address) return settle('failed')
  keepToken(token, address)
  await loadUserInfo()
  return true
}

/** A signature that comes after the app has stopped waiting: taken for the same account, while no other attempt has begun. */
async function takeLate(answer: Promise<unknown>, address: string, own: number): Promise<void> {
  const wanted = () =>
    own === attempt &&
    useAppStore.getState().address === address &&
    useAppStore.getState().signInStatus === 'silent'
  try {
    const signature = await answer
    if (wanted()) await complete(signature, address)
  } catch (error) {
    if (!wanted()) return
    if (error instanceof ApiError) settle('failed')
    else settleError(error)
  }
}

/** personal_sign takes the text's UTF-8 bytes as hex; some wallets sign a plain string as something else. */
function toHex(text: string): string {
  return `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
