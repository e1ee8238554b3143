import { useAppStore } from '../core/state/appStore.ts'
import { Banner } from '../design/Banner/Banner.tsx'
import { Button } from '../design/Button/Button.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { minuteText } from '../staking/format.ts'
import { refreshBonuses, useBonuses } from './bonusStore.ts'
import { bonusTexts } from './texts.ts'

/** Says that bonuses are late, with the reason, or that no server answers, with the actions that still work. Otherwise renders nothing. */
export function BonusNotice() {
  const texts = useTexts(bonusTexts)
  const bonuses = useBonuses()
  const connected = useAppStore((state) => state.address !== null)
  if (!connected) return null
  if (bonuses.status === 'failed' || bonuses.status === 'stale') {
    return (
      <Banner
        kind="warning"
        icon="offline"
        action={
          <Button variant="secondary" size="small" icon="refresh" onClick={() => void refreshBonuses()}>
            {texts.retry}
          </Button>
        }
      >
        {bonuses.status === 'stale' ? texts.offlineKept : texts.offline}
      </Banner>
    )
  }
  if (bonuses.status === 'loading' || bonuses.value.late === null) return null
  const { since, reason } = bonuses.value.late
  return (
    <Banner kind="warning" icon="clock">
      {texts.late(minuteText(since))} {texts.lateReasons[reason]} {texts.lateRest}
    </Banner>
  )
}
