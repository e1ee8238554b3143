import type { TokenSymbol } from '@galx/protocol/products'
import { balancesOf } from '../core/chain/reads.ts'
import { useChainReads } from '../core/chain/useChainRead.ts'
import { useConfig } from '../core/config/configStore.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { valueOf } from '../core/state/reading.ts'
import { getTestTokens } from '../demo/openDemoPanel.ts'
import { Banner } from '../design/Banner/Banner.tsx'
import { Button } from '../design/Button/Button.tsx'
import { ButtonLink } from '../design/Button/ButtonLink.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { stakingTexts } from './texts.ts'
import { useBusy } from './useStaking.ts'

/** A newcomer's steps before the first stake: bind the inviter and, if there is a faucet, get tokens. Empty for other accounts. */
export function FirstSteps({ tokens }: { tokens: readonly TokenSymbol[] }) {
  return (
    <>
      <Invited />
      <Faucet tokens={tokens} />
    </>
  )
}

/** Reminds an invited account without an inviter to bind before its first stake, which makes the inviter permanent. */
function Invited() {
  const texts = useTexts(stakingTexts).invited
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

/** If the deployment has a faucet: offers test tokens to an account that certainly holds no token of these pools. */
function Faucet({ tokens }: { tokens: readonly TokenSymbol[] }) {
  const texts = useTexts(stakingTexts).faucet
  const config = useConfig()
  const connected = useAppStore((state) => state.address !== null && state.connection === 'connected')
  const balances = useChainReads(balancesOf(tokens))
  const busy = useBusy()
  const empty = tokens.some((token) => valueOf(balances[token]) === 0n)
  if (config?.contracts.DemoFaucet === undefined || !connected || !empty) return null
  return (
    <Banner
      kind="info"
      icon="droplet"
      action={
        <Button variant="secondary" size="small" busy={busy} onClick={() => void getTestTokens()}>
          {texts.action}
        </Button>
      }
    >
      {texts.text(tokens.join(' + '))}
    </Banner>
  )
}
