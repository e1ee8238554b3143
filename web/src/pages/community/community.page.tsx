import { useEffect } from 'react'
import { Columns, Page } from '../../design/Card/Card.tsx'
import { Promotion } from '../../bonuses/lazyPromotion.tsx'
import { SectionBoundary } from '../../design/Section/SectionBoundary.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { loadUserInfo } from '../../core/session/loadUserInfo.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { InviteSection } from './InviteSection.tsx'
import { InviterSection } from './InviterSection.tsx'
import { MembersSection } from './MembersSection.tsx'
import { communityState } from '../../invitation/communityState.ts'
import { ReferralsSection } from './ReferralsSection.tsx'
import { TeamSection } from './TeamSection.tsx'
import { communityTexts } from './texts.ts'

/** Milliseconds between two readings of the team totals, which change by the actions of other accounts. */
const REFRESH = 10_000

/** /community: the invitation, the account's inviter, the team, the direct members. */
export default function CommunityPage() {
  const texts = useTexts(communityTexts)
  const address = useAppStore((store) => store.address)
  const connection = useAppStore((store) => store.connection)
  const userInfo = useAppStore((store) => store.userInfo)
  const userInfoStatus = useAppStore((store) => store.userInfoStatus)
  const userToken = useAppStore((store) => store.userToken)
  const state = communityState({ address, connection, userInfo, userInfoStatus, userToken })
  useEffect(() => {
    if (address === null) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void loadUserInfo()
    }, REFRESH)
    return () => clearInterval(timer)
  }, [address])

  // A person who came by an invite link binds first; everything else can wait.
  const bindFirst = useAppStore((store) => store.inviteCode !== null && store.userInfo?.FAddress == null)

  const inviter = (
    <SectionBoundary name={texts.inviter.title}>
      <InviterSection state={state} />
    </SectionBoundary>
  )
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Columns>
        <div>
          {bindFirst && inviter}
          <SectionBoundary name={texts.invite.title}>
            <InviteSection state={state} />
          </SectionBoundary>
        </div>
        {/* The parts below depend on the account. They appear together, so that no part pushes another part down. */}
        {state.kind === 'loading' ? (
          <Skeleton shape="block" height="320px" />
        ) : (
          <>
            <div>
              {!bindFirst && inviter}
              <SectionBoundary name={texts.team.title}>
                <TeamSection state={state} address={address} />
              </SectionBoundary>
              <SectionBoundary name={texts.referrals.title}>
                <ReferralsSection />
              </SectionBoundary>
            </div>
            <SectionBoundary name={texts.members.title}>
              <MembersSection state={state} />
            </SectionBoundary>
            {address !== null && <Promotion />}
          </>
        )}
      </Columns>
    </Page>
  )
}
