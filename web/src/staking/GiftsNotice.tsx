import type { PoolKey } from '@galx/protocol/products'
import { giftsInPools } from '../core/chain/giftReads.ts'
import { wantMoreGifts } from '../core/chain/gifts.ts'
import { refreshChain } from '../core/chain/refresh.ts'
import { useChainReads, useConnection } from '../core/chain/useChainRead.ts'
import { useShownAccount } from '../core/chain/watched.ts'
import { entries } from '../core/state/keyed.ts'
import { valueOf } from '../core/state/reading.ts'
import { Banner } from '../design/Banner/Banner.tsx'
import { Button } from '../design/Button/Button.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { giftTexts } from './giftTexts.ts'

/** Says that gifts are missing from the lists of these pools, and can read more gifts. Renders nothing if no gift is missing. */
export default function GiftsNotice({ pools }: { pools: readonly PoolKey[] }) {
  const texts = useTexts(giftTexts)
  const address = useShownAccount()
  const answers = useConnection() === 'up'
  const gifts = entries(useChainReads(giftsInPools(pools)))
  const behind = gifts.flatMap(([pool, reading]) => {
    const older = valueOf(reading)?.older ?? 0
    return older > 0 ? [{ pool, older }] : []
  })
  // While the chain does not answer at all, another part of the page says so.
  if (answers && gifts.some(([, { status }]) => status === 'failed' || status === 'stale'))
    return (
      <Banner
        kind="warning"
        action={
          <Button variant="secondary" size="small" icon="refresh" onClick={() => void refreshChain()}>
            {texts.retry}
          </Button>
        }
      >
        {texts.failed}
      </Banner>
    )
  if (behind.length === 0 || address === null) return null
  const readMore = () => {
    for (const { pool } of behind) wantMoreGifts(pool, address)
    void refreshChain()
  }
  const count = behind.reduce((sum, { older }) => sum + older, 0)
  return (
    <Banner
      kind="info"
      action={
        <Button variant="secondary" size="small" onClick={readMore}>
          {texts.more}
        </Button>
      }
    >
      {texts.older(count.toLocaleString('en-US'))}
    </Banner>
  )
}
