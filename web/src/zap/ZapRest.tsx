import { minimumReceived } from '@galx/protocol/exchange'
import { Suspense } from 'react'
import { balanceOf } from '../core/chain/reads.ts'
import { useChainRead } from '../core/chain/useChainRead.ts'
import { valueOf } from '../core/state/reading.ts'
import { formatUnits } from '@galx/protocol/units'
import { FactList } from '../design/FactList/FactList.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { StakeFacts } from '../staking/StakeFacts.tsx'
import type { ZapProps } from '../staking/zapProps.ts'
import { balanceKeyOf } from '../swap/assets.ts'
import { exchangeRead } from '../swap/exchangeRead.ts'
import { assetText } from '../swap/format.ts'
import { ImpactNotice } from '../swap/ImpactNotice.tsx'
import { ImpactTag } from '../swap/OfferFacts.tsx'
import { useSwapSettings } from '../swap/settings.ts'
import { mostPayable, offerFor, type Trade } from '../swap/swapModel.ts'
import { swapTexts } from '../swap/texts.ts'
import { zapTexts } from './texts.ts'
import { ZapButton } from './ZapButton.tsx'
import { ZapFee } from './ZapFee.tsx'
import styles from './zap.module.css'

/** The expected result of a swap with its stake, the swap's guards, and the button. */
export default function ZapRest(props: ZapProps) {
  const { poolKey, pool, tier, ready, coin, text, onText } = props
  const texts = useTexts(zapTexts)
  const { facts } = useTexts(swapTexts)
  const { slippageBps } = useSwapSettings()
  const exchange = useChainRead(exchangeRead)
  const balance = useChainRead(balanceOf(balanceKeyOf(coin)))
  const trade: Trade = { from: coin, to: pool.stakeToken, side: 'in', text }
  const offer = offerFor(trade, exchange)
  const terms = valueOf(exchange)?.terms
  const least = offer.kind === 'swap' ? minimumReceived(offer.amountOut, BigInt(slippageBps)) : null
  const zap = offer.kind === 'swap' && terms && least !== null ? { ...offer, terms, least } : null
  return (
    <div className={styles.stack}>
      {zap !== null && (
        <FactList
          facts={[
            { label: texts.least, value: <b>{assetText(zap.least, pool.stakeToken)}</b> },
            { label: facts.impact, value: <ImpactTag offer={zap} /> },
          ]}
        />
      )}
      <ImpactNotice
        trade={trade}
        offer={offer}
        exchange={exchange}
        most={mostPayable(coin, balance)}
        onAmount={(amount) => onText(formatUnits(amount))}
      />
      <Suspense>
        <StakeFacts
          poolKey={poolKey}
          pool={pool}
          known={ready}
          tier={tier}
          amount={least}
          networkFee={zap && <ZapFee poolKey={poolKey} pool={pool} tier={tier} coin={coin} {...zap} />}
        />
      </Suspense>
      <ZapButton {...props} trade={trade} offer={offer} least={least} exchange={exchange} balance={balance} />
    </div>
  )
}
