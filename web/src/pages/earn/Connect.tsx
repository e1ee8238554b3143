import { useAppStore } from '../../core/state/appStore.ts'
import { connectWallet } from '../../core/wallet/connectWallet.ts'
import { Button } from '../../design/Button/Button.tsx'
import { Card } from '../../design/Card/Card.tsx'
import { EmptyState } from '../../design/EmptyState/EmptyState.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { earnTexts } from './texts.ts'

/** Shown in place of an account's holdings until an account is connected. */
export function Connect() {
  const texts = useTexts(earnTexts).connect
  const busy = useAppStore(({ connection }) => ['searching', 'choosing', 'connecting'].includes(connection))
  return (
    <Card>
      <EmptyState
        icon="wallet"
        title={texts.title}
        text={texts.text}
        action={
          <Button busy={busy} onClick={() => void connectWallet()}>
            {texts.action}
          </Button>
        }
      />
    </Card>
  )
}
