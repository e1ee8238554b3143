import { useRef, useState } from 'react'
import { balanceOf } from '../../core/chain/reads.ts'
import { refreshChain } from '../../core/chain/refresh.ts'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { vaultShares, vaultState } from '../../core/chain/vaultReads.ts'
import { cleanAmount } from '../../core/money/cleanAmount.ts'
import { namedInviter } from '../../core/session/namedInviter.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import { leftAfter } from '../../core/transactions/leftAfter.ts'
import { runTransaction } from '../../core/transactions/runTransaction.ts'
import { isInHand, useTransactionStore } from '../../core/transactions/transactionStore.ts'
import { connectWallet, enterChain } from '../../core/wallet/connectWallet.ts'
import { shortenAddress } from '../../design/AddressTag/shortenAddress.ts'
import { ReadingAmount } from '../../design/Amount/Amount.tsx'
import { amountText } from '../../design/Amount/amountText.ts'
import { AmountField } from '../../design/AmountField/AmountField.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { FactList } from '../../design/FactList/FactList.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import NetworkFeeFact from '../../staking/deal/NetworkFeeFact.tsx'
import { worthLine } from '../../staking/deal/stakeDeal.ts'
import WorthFact from '../../staking/deal/WorthFact.tsx'
import { minuteText, percentText, rateText } from '../../staking/format.ts'
import { readAmount, shareText, stakeAction, type StakeAction } from '../../staking/stakeModel.ts'
import { stakingTexts } from '../../staking/texts.ts'
import { useChainNow } from '../../staking/useChainNow.ts'
import { useWaitText } from '../../staking/useWaitText.ts'
import { Change } from './Change.tsx'
import { depositIntent } from './intents.ts'
import { previewDeposit, sharesText, VAULT_TOKEN } from './vaultModel.ts'
import { znTexts } from './texts.ts'
import styles from './VaultForm.module.css'

/** Milliseconds between two looks at what a deposit buys. */
const TICK = 3_000

/** Whom a deposit is for before a wallet is connected: then nothing is simulated. */
const NOBODY = `0x${'0'.repeat(40)}` as const

function shareOf({ own, total }: { own: bigint; total: bigint }): string {
  return percentText(own, total) ?? '0%'
}

/** A deposit: what it buys at least, what it earns, and that it can leave any time, before anything is signed. */
export function DepositForm() {
  const { form, holding } = useTexts(znTexts)
  const { stake, unknown: unread } = useTexts(stakingTexts)
  const waitText = useWaitText()
  const [text, setText] = useState('')
  const entry = useRef<HTMLDivElement>(null)
  const { connection, address, disabeldMatch } = useAppStore()
  const inviter = useAppStore(({ userInfo }) => namedInviter(userInfo, address))
  const balance = useChainRead(balanceOf('GALX'))
  const reading = useChainRead(vaultState)
  const vault = valueOf(reading)
  const held = valueOf(useChainRead(vaultShares)) ?? 0n
  const inHand = useTransactionStore(isInHand)
  const now = useChainNow(TICK)

  const amount = readAmount(text)
  const paused = (vault?.depositsPausedUntil ?? 0) > (now ?? 0)
  const action = stakeAction({
    ...{ pool: VAULT_TOKEN, text, connection, address, disabeldMatch, inHand, paused },
    balances: { GALX: balance },
  })
  const known = vault !== undefined && now !== null
  const preview = known && amount !== null && amount > 0n ? previewDeposit(vault, held, amount, now) : null
  const unknown = reading.status === 'failed' ? unread : <Skeleton inline width="9em" />
  const most = valueOf(balance)

  async function press() {
    if (action.kind === 'enter') entry.current?.querySelector('input')?.focus()
    else if (action.kind === 'connect') await connectWallet()
    else if (action.kind === 'switch') await enterChain()
    else if (action.kind === 'unread') await refreshChain()
    else if (action.kind === 'stake' && preview !== null) {
      const record = await runTransaction(
        depositIntent(action.amount, preview.leastShares, [
          { label: 'gain', value: `≈ ${rateText(preview.perDay)} GALX` },
          { label: 'shares', value: sharesText(preview.leastShares) },
          { label: 'ofVault', value: `${shareOf(preview.sharesBefore)} → ${shareOf(preview.sharesAfter)}` },
          ...worthLine([{ token: 'GALX', amount: action.amount }]),
        ]),
      )
      if (record?.sentAt != null) setText(leftAfter(text, ''))
    }
  }

  function label(): string {
    switch (action.kind) {
      case 'connect':
        return action.busy ? stake.connecting : form.connectDeposit
      case 'switch':
        return stake.switchChain
      case 'paused':
        return form.paused(minuteText(vault?.depositsPausedUntil ?? 0))
      case 'loading':
        return stake.loading
      case 'unread':
        return stake.unread
      case 'wait':
        return waitText
      case 'enter':
        return stake.enter
      case 'short':
        return stake.short(action.token)
      case 'stake':
        return form.submitDeposit(amountText(action.amount))
    }
  }

  // Disabled only where pressing could not help: a disabled button loses the focus, and the keyboard its place.
  const stuck: StakeAction['kind'][] = ['paused', 'loading', 'short']
  const idle: StakeAction['kind'][] = ['enter', 'wait', 'unread']
  return (
    <>
      <div ref={entry} className={styles.entry}>
        <AmountField
          label={form.depositAmount}
          value={text}
          onChange={setText}
          clean={cleanAmount}
          token="GALX"
          balance={address === null ? undefined : <ReadingAmount reading={balance} least={2} width={7} />}
          onShare={(percent) => {
            if (most !== undefined) setText(shareText(most, percent))
            else if (address === null) void connectWallet()
          }}
          error={action.kind === 'short' ? stake.short(action.token) : undefined}
        />
      </div>
      <FactList
        facts={[
          {
            label: form.gain,
            value: !known ? (
              unknown
            ) : preview === null ? (
              unread
            ) : preview.perDay === 0n ? (
              holding.still
            ) : (
              <b>{stake.perDay(rateText(preview.perDay), 'GALX')}</b>
            ),
          },
          {
            label: form.shares,
            value: !known ? unknown : preview === null ? unread : sharesText(preview.leastShares),
          },
          {
            label: form.holds,
            value: !known ? (
              unknown
            ) : preview === null ? (
              unread
            ) : (
              <Change
                from={amountText(preview.before, 18, 2, 2)}
                to={`${amountText(preview.after, 18, 2, 2)} GALX`}
              />
            ),
          },
          {
            label: form.part,
            value: !known ? (
              unknown
            ) : preview === null ? (
              unread
            ) : (
              <Change from={shareOf(preview.sharesBefore)} to={shareOf(preview.sharesAfter)} />
            ),
          },
          ...(amount === null || amount === 0n
            ? []
            : [
                { label: stake.worth, value: <WorthFact amounts={[{ token: 'GALX', amount }]} /> },
                {
                  label: stake.networkFee,
                  value: (
                    <NetworkFeeFact
                      call={{
                        name: 'vaultDeposit',
                        token: 'GALX',
                        amount,
                        receiver: address ?? NOBODY,
                        inviter,
                      }}
                    />
                  ),
                },
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
      <div className={styles.foot}>
        <Button
          wide
          disabled={stuck.includes(action.kind) || (action.kind === 'stake' && preview === null)}
          variant={idle.includes(action.kind) ? 'secondary' : 'primary'}
          busy={action.kind === 'wait' || (action.kind === 'connect' && action.busy)}
          onClick={() => void press()}
        >
          {label()}
        </Button>
        <p className={styles.note}>
          {inviter !== null ? form.inviter(shortenAddress(inviter, 6, 6)) : form.checked}
        </p>
      </div>
    </>
  )
}
