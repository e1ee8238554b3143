import { ButtonLink } from '../../design/Button/ButtonLink.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { BindForm } from '../../invitation/BindForm.tsx'
import { InviterCard } from '../../invitation/InviterCard.tsx'
import { StatusBadge } from '../../invitation/StatusBadge.tsx'
import { useAppStore } from '../../core/state/appStore.ts'
import type { CommunityState } from '../../invitation/communityState.ts'
import { inviterOf } from './model.ts'
import styles from './InviterSection.module.css'
import { invitationTexts } from '../../invitation/texts.ts'
import { communityTexts } from './texts.ts'

/** The account's inviter. Without an inviter, the form that binds one, filled with the code from this visit's link. */
export function InviterSection({ state }: { state: CommunityState }) {
  const texts = useTexts(communityTexts)
  const bindTitle = useTexts(invitationTexts).title
  const saved = useAppStore((store) => store.inviteCode)
  const inviter = state.kind === 'known' ? inviterOf(state.info) : null
  // Without a code the form has no content before the account is known.
  if (inviter === null && saved === null && state.kind !== 'known') return null
  if (inviter === null) {
    return (
      <Section title={bindTitle}>
        <Card>
          <BindForm initialCode={saved} />
        </Card>
      </Section>
    )
  }
  const pending = inviter.status === 'pending'
  return (
    <Section title={texts.inviter.title}>
      <Card className={styles.card}>
        <InviterCard
          label={pending ? texts.inviter.pendingText : texts.inviter.boundText}
          address={inviter.address}
          aside={<StatusBadge status={inviter.status}>{texts.inviter[inviter.status]}</StatusBadge>}
        />
        {pending && (
          <ButtonLink to="/galx" variant="primary" wide>
            {texts.inviter.goStake}
          </ButtonLink>
        )}
      </Card>
    </Section>
  )
}
