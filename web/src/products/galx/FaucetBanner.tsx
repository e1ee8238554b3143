import { useChainStore } from '../../core/chain/chainStore.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { getTestTokens } from '../../demo/openDemoPanel.ts'
import { Banner } from '../../design/Banner/Banner.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import { isInHand, useTransactionStore } from '../../core/transactions/transactionStore.ts'

/** Where the deployment has a faucet: offers test tokens to an account that surely holds no GALX. */
export function FaucetBanner() {
  const texts = useTexts().galx.faucet
  const config = useConfig()
  const connected = useAppStore((state) => state.address !== null && state.connection === 'connected')
  const disabeldMatch = useAppStore((state) => state.disabeldMatch)
  const empty = useChainStore((state) => valueOf(state.balances.GALX) === 0n)
  const inHand = useTransactionStore(isInHand)
  if (config?.contracts.DemoFaucet === undefined || !connected || !empty) return null
  return (
    <Banner
      kind="info"
      icon="droplet"
      action={
        <Button
          variant="secondary"
          size="small"
          busy={inHand || disabeldMatch}
          onClick={() => void getTestTokens()}
        >
          {texts.action}
        </Button>
      }
    >
      {texts.text}
    </Banner>
  )
}
