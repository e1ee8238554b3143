import type { HexString } from '@galx/protocol/webConfig'
import type { ChainRead } from './chainRead.ts'

/** Gives the same reads of another account. Their keys begin so that they stay when the connected account changes. */
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
