import { useChainRead } from '../../core/chain/useChainRead.ts'
import { vaultShares, vaultState } from '../../core/chain/vaultReads.ts'
import { namedInviter } from '../../core/session/namedInviter.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import { amountText } from '../../design/Amount/amountText.ts'
import { FactList, type Fact } from '../../design/FactList/FactList.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { ownText } from '../../i18n/hiddenAmounts.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import NetworkFeeFact from '../../staking/preview/NetworkFeeFact.tsx'
import WorthFact from '../../staking/preview/WorthFact.tsx'
import { minuteText, rateText } from '../../staking/format.ts'
import { QUOTED_AMOUNT } from '../../staking/stakeModel.ts'
import { stakingTexts } from '../../staking/texts.ts'
import { Change } from './Change.tsx'
import { previewDeposit, shareOf, sharesText, type DepositPreview } from './vaultModel.ts'
import { znTexts } from './texts.ts'

/** The placeholder for the account before a wallet is connected. Nothing is simulated then. */
const NOBODY = `0x${'0'.repeat(40)}` as const

export type DepositFactsProps = {
  /** the typed amount, wei of GALX */
  amount: bigint | null
  /** null: nothing is typed, or the result of a deposit is unknown */
  preview: DepositPreview | null
  /** chain time; null while unknown */
  now: number | null
}

/** The present reward; for a typed amount its reward and its least number of shares; and the note that it can be withdrawn at any time. */
export function DepositFacts({ amount, preview, now }: DepositFactsProps) {
  const { form, holding } = useTexts(znTexts)
  const { stake, unknown: unread } = useTexts(stakingTexts)
  const reading = useChainRead(vaultState)
  const vault = valueOf(reading)
  const held = valueOf(useChainRead(vaultShares)) ?? 0n
  const known = vault !== undefined && now !== null
  const unknown = reading.status === 'failed' ? unread : <Skeleton inline width="9em" />
  const typed = amount !== null && amount > 0n ? amount : null
  const bought = (value: (preview: DepositPreview) => Fact['value']) =>
    !known ? unknown : preview === null ? unread : value(preview)
  const rate = () => {
    if (!known) return unknown
    const { perDay } = previewDeposit(vault, held, QUOTED_AMOUNT, now)
    return perDay === 0n ? holding.still : stake.perThousand(null, rateText(perDay), 'GALX')
  }

  return (
    <FactList
      facts={[
        ...(typed === null
          ? [{ label: stake.rate, value: rate() }]
          : [
              {
                label: form.gain,
                value: bought(({ perDay }) =>
                  perDay === 0n ? holding.still : <b>{stake.perDay(rateText(perDay), 'GALX')}</b>,
                ),
              },
              { label: form.shares, value: bought(({ leastShares }) => sharesText(leastShares)) },
              {
                label: form.holds,
                value: bought(({ before, after }) => (
                  <Change
                    from={ownText(amountText(before, 18, 2, 2))}
                    to={`${ownText(amountText(after, 18, 2, 2))} GALX`}
                  />
                )),
              },
              {
                label: form.part,
                value: bought(({ sharesBefore, sharesAfter }) => (
                  <Change from={ownText(shareOf(sharesBefore))} to={ownText(shareOf(sharesAfter))} />
                )),
              },
              { label: stake.worth, value: <WorthFact amounts={[{ token: 'GALX', amount: typed }]} /> },
              { label: stake.networkFee, value: <DepositFee amount={typed} /> },
            ]),
        { label: form.out, value: form.outAnyTime },
        {
          label: form.ends,
          value: !known
            ? unknown
            : vault.unvested === 0n || vault.rewardEnd <= now
              ? form.endsNone
              : minuteText(vault.rewardEnd),
        },
      ]}
    />
  )
}

function DepositFee({ amount }: { amount: bigint }) {
  const address = useAppStore((state) => state.address)
  const inviter = useAppStore(({ userInfo }) => namedInviter(userInfo, address))
  return (
    <NetworkFeeFact
      call={{ name: 'vaultDeposit', token: 'GALX', amount, receiver: address ?? NOBODY, inviter }}
    />
  )
}
