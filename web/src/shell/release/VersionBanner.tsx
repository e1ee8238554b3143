import { Banner } from '../../design/Banner/Banner.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { APP_VERSION } from '../../core/release/appVersion.ts'
import { useRelease } from '../../core/release/useRelease.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import frame from '../frame/StatusBanners.module.css'
import { goTo } from '../navigation/appHistory.ts'
import { shellTexts } from '../texts.ts'
import styles from './VersionBanner.module.css'
import { releaseTexts } from './texts.ts'

/** Sign-in was refused, because the operator has signed that this version is no longer safe; or the host has a newer version. */
export function VersionBanner() {
  const refused = useAppStore(({ signInStatus }) => signInStatus === 'wrongVersion')
  const newer = useAppStore(({ newVersion }) => newVersion)
  if (refused) return <Refused />
  return newer && <Newer />
}

function Newer() {
  const texts = useTexts(releaseTexts)
  const { reload } = useTexts(shellTexts)
  return (
    <div className={frame.banner}>
      <Banner
        kind="info"
        action={
          <Button size="small" variant="secondary" onClick={() => window.location.reload()}>
            {reload}
          </Button>
        }
      >
        {texts.newer}
      </Banner>
    </div>
  )
}

function Refused() {
  const texts = useTexts(releaseTexts)
  const { reload } = useTexts(shellTexts)
  const found = useRelease()
  if (found?.status !== 'signed') return null
  return (
    <div className={frame.banner}>
      <Banner
        kind="bad"
        action={
          <span className={styles.actions}>
            <Button size="small" variant="secondary" onClick={() => window.location.reload()}>
              {reload}
            </Button>
            <Button size="small" variant="quiet" onClick={() => goTo('/safe')}>
              {texts.look}
            </Button>
          </span>
        }
      >
        {texts.unsafe(APP_VERSION, found.release.leastSafe)}
      </Banner>
    </div>
  )
}
