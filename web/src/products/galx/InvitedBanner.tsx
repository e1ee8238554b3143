import { Banner } from '../../design/Banner/Banner.tsx'
import { ButtonLink } from '../../design/Button/ButtonLink.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useAppStore } from '../../core/state/appStore.ts'

/** Reminds an invited account without an inviter to bind before its first stake, which makes the inviter permanent. */
export function InvitedBanner() {
  const texts = useTexts().galx.invited
  const invited = useAppStore(
    (state) => state.inviteCode !== null && state.userInfo !== null && state.userInfo.FAddress === null,
  )
  if (!invited) return null
  return (
    <Banner
      kind="info"
      icon="people"
      action={
        <ButtonLink to="/community" variant="quiet" size="small">
          {texts.action}
        </ButtonLink>
      }
    >
      {texts.text}
    </Banner>
  )
}
