/** Sponsors of network fees (BEP-414). A wallet whose node pays fees for others answers whether the node pays for a transaction. */
import { withTimeout } from '../wallet/answerTimeout.ts'
import type { Eip1193Provider } from '../wallet/walletStore.ts'

/** Milliseconds. The app then reports the missing BNB, although the sponsor has not answered. */
const PATIENCE = 2_000
/** The longest name of a sponsor that is shown. */
const LONGEST = 40

/**
 * The name of the sponsor that pays the network fee of a transaction: empty if the sponsor gives no usable name, null if no sponsor pays.
 * Never rejects: a wallet that does not know the question has no sponsor.
 */
export async function sponsorOf(
  provider: Eip1193Provider,
  transaction: { from: string; to: string; data: string; value: string; gas: string },
): Promise<string | null> {
  try {
    const asked = provider.request({ method: 'pm_isSponsorable', params: [transaction] })
    const answer: unknown = await withTimeout(asked, PATIENCE)
    const { sponsorable, sponsorName: name } = Object(answer) as Record<string, unknown>
    if (sponsorable !== true) return null
    return typeof name === 'string' && /^[\w .-]+$/.test(name) && name.length <= LONGEST ? name : ''
  } catch {
    return null
  }
}
