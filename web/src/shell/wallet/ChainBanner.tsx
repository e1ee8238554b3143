import { useState } from 'react'
import { Banner } from '../../design/Banner/Banner.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { refreshChain } from '../../core/chain/refresh.ts'
import frame from '../frame/StatusBanners.module.css'
import { shellTexts } from '../texts.ts'
import { walletShellTexts } from './texts.ts'

/** No node answers: nothing can be read, and no transaction prepared. */
export function ChainBanner() {
  const texts = useTexts(walletShellTexts)
  const { retry } = useTexts(shellTexts)
  const [busy, setBusy] = useState(false)
  return (
    <div className={frame.banner}>
      <Banner
        kind="bad"
        icon="offline"
        action={
          <Button
            size="small"
            variant="secondary"
            busy={busy}
            onClick={() => {
              setBusy(true)
              void refreshChain().finally(() => setBusy(false))
            }}
          >
            {retry}
          </Button>
        }
      >
        {texts.chainDown}
      </Banner>
    </div>
  )
}
