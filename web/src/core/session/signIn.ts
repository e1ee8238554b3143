import { ApiError } from '../api/apiError.ts'
import { authenticate, requestNonce } from '../api/mainApi.ts'
import { useAppStore } from '../state/appStore.ts'
import { notify } from '../state/effects.ts'
import { connectWallet } from '../wallet/connect.ts'
import { isRefusal } from '../wallet/eip1193.ts'
import { useWalletStore } from '../wallet/walletStore.ts'
import { loadUserInfo } from './loadUserInfo.ts'
import { keepToken } from './token.ts'
import { walletTexts } from '../wallet/texts.ts'

let underWay: Promise<boolean> | null = null

/**
 * Signs in: nonce → signature in the wallet → token in state and storage → user info again. Connects first where needed.
 * One sign-in at a time; a second call waits for the first.
 * @returns whether there is a token now; on false a message has said why
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

  const settle = (signInStatus: 'refused' | 'failed', message?: string) => {
    useAppStore.setState({ signInStatus })
    if (message !== undefined) notify(message, { kind: signInStatus === 'refused' ? 'info' : 'error' })
    return false
  }
  useAppStore.setState({ signInStatus: 'signing' })
  try {
    const text = await requestNonce(address)
    let signature: unknown
    try {
      signature = await provider.request({ method: 'personal_sign', params: [toHex(text), address] })
    } catch (error) {
      return isRefusal(error)
        ? settle('refused', walletTexts.current().signRefused)
        : settle('failed', walletTexts.current().signFailed)
    }
    if (typeof signature !== 'string') return settle('failed', walletTexts.current().signFailed)
    const { token } = await authenticate(address, signature)
    // The account may have been changed in the wallet while the signature was under way.
    if (useAppStore.getState().address !== address) return settle('failed')
    keepToken(token, address)
    await loadUserInfo()
    return true
  } catch (error) {
    if (error instanceof ApiError) return settle('failed')
    throw error
  }
}

/** personal_sign takes the text's UTF-8 bytes as hex; some wallets sign a plain string as something else. */
function toHex(text: string): string {
  return `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
