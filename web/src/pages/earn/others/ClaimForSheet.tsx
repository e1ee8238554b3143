import { PROGRAM_KEYS, type ProgramKey, type TokenSymbol } from '@galx/protocol/products'
import type { HexString } from '@galx/protocol/webConfig'
import { drawnBonuses } from '../../../bonuses/bonusReads.ts'
import { claimsOf, type Claim } from '../../../bonuses/claimModel.ts'
import { getBonuses } from '../../../core/api/bonusApi.ts'
import { useServerRead } from '../../../core/api/useServerRead.ts'
import { ShownReads, useChainRead } from '../../../core/chain/useChainRead.ts'
import { WatchedAccount, readsOf } from '../../../core/chain/watched.ts'
import { useConfig } from '../../../core/config/configStore.ts'
import { useAppStore } from '../../../core/state/appStore.ts'
import { valueOf } from '../../../core/state/reading.ts'
import { runTransaction } from '../../../core/transactions/runTransaction.ts'
import { shortenAddress } from '../../../design/AddressTag/shortenAddress.ts'
import { Amount } from '../../../design/Amount/Amount.tsx'
import { Button } from '../../../design/Button/Button.tsx'
import { FactList } from '../../../design/FactList/FactList.tsx'
import { Sheet } from '../../../design/Sheet/Sheet.tsx'
import { useTexts } from '../../../i18n/useTexts.ts'
import { ReceiverField } from '../../../staking/receiver/ReceiverField.tsx'
import { receiverTexts } from '../../../staking/receiver/texts.ts'
import { useReceiver } from '../../../staking/receiver/useReceiver.ts'
import { claimableOf } from '../../../staking/rewardModel.ts'
import { useChainNow } from '../../../staking/useChainNow.ts'
import { useBusy, useStakingReadings } from '../../../staking/useStaking.ts'
import { byToken, configuredPools } from '../model.ts'
import type { OthersSheetProps } from './GiftSheet.tsx'
import { claimForIntent } from './intents.ts'
import { othersTexts } from './texts.ts'
import styles from './others.module.css'

const SELDOM = 30_000

/** A claim for another account. The sender pays the fee. The contracts pay the account that owns the rewards and bonuses. */
export default function ClaimForSheet({ open, onClose }: OthersSheetProps) {
  const texts = useTexts(othersTexts).claim
  const { enter } = useTexts(receiverTexts)
  const typed = useReceiver()
  const { receiver } = typed
  return (
    <Sheet open={open} onClose={onClose} title={texts.open}>
      <div className={styles.form}>
        <p className={styles.words}>{texts.lead}</p>
        <ReceiverField {...typed} />
        {receiver === null ? (
          <Button wide disabled>
            {enter}
          </Button>
        ) : (
          <WatchedAccount value={receiver}>
            <ShownReads value={readsOf(receiver)}>
              <Owed key={receiver} account={receiver} onClose={onClose} />
            </ShownReads>
          </WatchedAccount>
        )}
      </div>
    </Sheet>
  )
}

/** The amounts that the contracts owe the account, with the button that claims all of them. `ShownReads` provides the account's reads. */
function Owed({ account, onClose }: { account: HexString; onClose: () => void }) {
  const texts = useTexts(othersTexts).claim
  const pools = configuredPools(useConfig()?.pools ?? {})
  const readings = useStakingReadings(pools.map(({ key }) => key))
  const drawn = useChainRead(drawnBonuses, { every: SELDOM })
  const bonuses = useServerRead(`bonuses ${account}`, () => getBonuses(account), SELDOM).reading
  const wrongChain = useAppStore(({ connection }) => connection === 'wrongChain')
  const now = useChainNow(1_000)
  const busy = useBusy()

  const owed = pools.map((pool) => ({
    pool,
    reading: now === null ? ({ status: 'loading' } as const) : claimableOf(readings, pool.key, now),
  }))
  const known = [valueOf(bonuses), valueOf(drawn)] as const
  const found: Partial<Record<ProgramKey, Claim>> =
    known[0] === undefined || known[1] === undefined ? {} : claimsOf(known[0], known[1], now ?? 0)
  const claims = PROGRAM_KEYS.flatMap((key) => {
    const claim = found[key]
    return claim !== undefined && claim.payable > 0n ? [claim] : []
  })
  const owing = owed.filter(({ reading }) => (valueOf(reading) ?? 0n) > 0n)
  const failed = owed.some(({ reading }) => reading.status === 'failed')
  const waiting =
    owed.some(({ reading }) => reading.status === 'loading') ||
    bonuses.status === 'loading' ||
    (bonuses.status !== 'failed' && drawn.status === 'loading')
  const nothing = owing.length === 0 && claims.length === 0
  const rewards = byToken(
    owing.map(({ pool, reading }) => ({ token: pool.rewardToken, amount: valueOf(reading) ?? 0n })),
  )
  const granted = byToken(claims.map(({ token, payable }) => ({ token, amount: payable })))
  const tokens = [...new Set([...rewards, ...granted].map(({ token }) => token))]

  return (
    <>
      <FactList
        facts={[
          { label: texts.pays, value: shortenAddress(account, 6, 6) },
          ...[
            { label: texts.rewards, amounts: rewards },
            { label: texts.bonuses, amounts: granted },
          ]
            .filter(({ amounts }) => amounts.length > 0)
            .map(({ label, amounts }) => ({ label, value: <Amounts amounts={amounts} /> })),
        ]}
      />
      {bonuses.status === 'failed' && <p className={styles.note}>{texts.noServer}</p>}
      <Button
        wide
        busy={busy}
        disabled={waiting || nothing || wrongChain}
        onClick={() => {
          onClose()
          const keys = owing.map(({ pool }) => pool.key)
          void runTransaction(claimForIntent(account, keys, claims, tokens))
        }}
      >
        {waiting
          ? texts.loading
          : !nothing
            ? texts.submit(shortenAddress(account, 6, 6))
            : failed
              ? texts.failed
              : texts.nothing}
      </Button>
    </>
  )
}

/** Amounts of the other account: the switch that hides the holder's own amounts does not hide these. */
function Amounts({ amounts }: { amounts: readonly { token: TokenSymbol; amount: bigint }[] }) {
  return (
    <span className={styles.amounts}>
      {amounts.map(({ token, amount }) => (
        <span key={token}>
          <Amount value={amount} token={token} shared />
        </span>
      ))}
    </span>
  )
}
