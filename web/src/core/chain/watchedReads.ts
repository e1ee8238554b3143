import type { HexString } from '@galx/protocol/webConfig'
import type { ChainRead } from './chainRead.ts'

/** Maps reads to the reads of another account. The prefix of their keys keeps the readings when the connected account changes. */
export function readsOf(account: HexString) {
  return <T>(read: ChainRead<T>): ChainRead<T> =>
    read.ofAccount
      ? {
          key: `pool/of/${account}/${read.key}`,
          ofAccount: false,
          load: async () => {
            const reader = await read.load()
            return (context) => reader({ ...context, account })
          },
        }
      : read
}
