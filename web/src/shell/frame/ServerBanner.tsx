import { useEffect, useState } from 'react'
import { Banner } from '../../design/Banner/Banner.tsx'
import { IconButton } from '../../design/Button/IconButton.tsx'
import { probeServers } from '../../core/session/probeServers.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { designTexts } from '../../design/texts.ts'
import { shellTexts } from '../texts.ts'
import styles from './StatusBanners.module.css'

/** Milliseconds between two attempts while the page is visible. */
const AGAIN = 10_000

/** Says that our servers cannot be reached, and that everything on the chain stays usable. */
export function ServerBanner() {
  const texts = useTexts(shellTexts)
  const { close } = useTexts(designTexts)
  const down = useAppStore(({ mainApi, btcApi }) => mainApi === 'down' || btcApi === 'down')
  const [put, setPut] = useState(false)
  useEffect(() => {
    if (!down) return
    const again = () => {
      if (document.visibilityState === 'visible') void probeServers()
    }
    const timer = setInterval(again, AGAIN)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [down])
  // A new outage shows the banner again.
  if (!down && put) setPut(false)
  if (!down || put) return null
  return (
    <div className={styles.banner}>
      <Banner
        kind="warning"
        icon="offline"
        action={<IconButton icon="close" label={close} size={18} onClick={() => setPut(true)} />}
      >
        {texts.serverDown}
      </Banner>
    </div>
  )
}
