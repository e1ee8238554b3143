import { upgradePrice } from '@galx/protocol/formulas'
import { useState } from 'react'
import { accountInPool, balanceOf, poolState, positionsIn } from '../../core/chain/reads.ts'
import { refreshChain } from '../../core/chain/refresh.ts'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { valueOf, type Reading } from '../../core/state/reading.ts'
import { runTransaction } from '../../core/transactions/runTransaction.ts'
import { connectWallet, enterChain } from '../../core/wallet/connectWallet.ts'
import { Amount, ReadingAmount } from '../../design/Amount/Amount.tsx'
import { amountText } from '../../design/Amount/amountText.ts'
import { Button } from '../../design/Button/Button.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { ErrorState } from '../../design/ErrorState/ErrorState.tsx'
import { FactList, type Fact } from '../../design/FactList/FactList.tsx'
import { Icon } from '../../design/Icon/Icon.tsx'
import { LevelLadder } from '../../design/LevelLadder/LevelLadder.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { ownText } from '../../i18n/hiddenAmounts.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { Change } from '../../staking/Change.tsx'
import { boostText, ownRate, percentText } from '../../staking/format.ts'
import { stakingTexts } from '../../staking/texts.ts'
import { useChainNow } from '../../staking/useChainNow.ts'
import { useBusy } from '../../staking/useStaking.ts'
import { useWaitText } from '../../staking/useWaitText.ts'
import { buyLevelIntent } from './intents.ts'
import { levelAction, targetLevel, type LevelAction } from './levelModel.ts'
import { gainOfLevel, type LevelGain } from '../../staking/levels/boostModel.ts'
import type { LevelTable } from '../../staking/levels/levelReaders.ts'
import { btcTexts } from './texts.ts'
import { useLevels } from '../../staking/levels/useLevels.ts'
import styles from './LevelsSection.module.css'

/** The levels as a ladder, with the cost and the gain of the chosen level. */
export function LevelsSection() {
  const texts = useTexts(btcTexts).levels
  const { table, own } = useLevels()
  const levels = valueOf(table)
  // If the level cannot be read, no purchase is offered: burned tokens never come back.
  const failed = table.status === 'failed' || own.status === 'failed'
  return (
    <Section title={texts.title} action={<span className={styles.note}>{texts.action}</span>}>
      <Card className={styles.card}>
        {failed ? (
          <ErrorState
            title={texts.failed}
            text={texts.failedText}
            action={
              <Button variant="secondary" size="small" icon="refresh" onClick={() => void refreshChain()}>
                {texts.retry}
              </Button>
            }
          />
        ) : levels === undefined ? (
          <div aria-busy="true" className={styles.loading}>
            <Skeleton height="150px" />
            <Skeleton height="120px" />
          </div>
        ) : (
          <Ladder table={levels} own={own} />
        )}
      </Card>
    </Section>
  )
}

function Ladder({ table: { levels, boosted }, own }: { table: LevelTable; own: Reading<number> }) {
  const texts = useTexts(btcTexts)
  const [chosen, setChosen] = useState<number | null>(null)
  const held = valueOf(own) ?? null
  const target = targetLevel(levels, held, chosen)
  const [lowest, highest] = [levels[0]?.boostBps ?? 0, levels.at(-1)?.boostBps ?? 1]
  return (
    <>
      <LevelLadder
        label={texts.levels.choose}
        pool="btc"
        levels={levels.map(({ level, boostBps }) => ({
          level,
          name: texts.shortLevel(String(level)),
          multiplier: texts.multiplier(boostText(boostBps)),
          height: (boostBps - lowest) / (highest - lowest),
        }))}
        own={held}
        ownName={texts.levels.own}
        passedName={texts.levels.passed}
        chosen={target?.level ?? null}
        onChoose={setChosen}
      />
      <hr className={styles.line} />
      {target === null ? (
        <p>
          {held === levels.length - 1 ? texts.levels.highest(boostText(highest)) : texts.levels.chooseHigher}
        </p>
      ) : (
        <Offer levels={levels} boosted={boosted} own={own} target={target} />
      )}
    </>
  )
}

type OfferProps = LevelTable & { own: Reading<number>; target: LevelTable['levels'][number] }

function Offer({ levels, boosted, own, target }: OfferProps) {
  const texts = useTexts(btcTexts)
  const connection = useAppStore((state) => state.connection)
  const address = useAppStore((state) => state.address)
  const busy = useBusy()
  const waitText = useWaitText()
  const balance = useChainRead(balanceOf('MCM'))
  const price = upgradePrice(levels, valueOf(own) ?? 0, target.level)
  const priceText = amountText(price)
  const action = levelAction({ levels, own, target, connection, address, busy, balance })

  async function press() {
    if (action.kind === 'connect') await connectWallet()
    else if (action.kind === 'switch') await enterChain()
    else if (action.kind === 'buy') await runTransaction(buyLevelIntent(action.level, action.price, boosted))
  }
  const label = (): string => {
    switch (action.kind) {
      case 'connect':
        return action.busy ? texts.levels.connecting : texts.levels.connect
      case 'switch':
        return texts.levels.switchChain
      case 'wait':
        return waitText
      case 'loading':
        return texts.levels.loading
      case 'short':
        return texts.levels.short
      case 'buy':
        return texts.levels.buy(priceText, String(action.level))
    }
  }
  const stuck: LevelAction['kind'][] = ['loading', 'short']

  return (
    <>
      <div className={styles.price}>
        <div>
          <p className={styles.note}>{texts.levels.upgrade(String(target.level))}</p>
          <p className={styles.figure}>
            <Amount value={price} shared /> <small>MCM</small>
          </p>
        </div>
        {address !== null && (
          <span className={styles.tag}>
            {texts.levels.balance('')}
            <ReadingAmount reading={balance} width={6} most={2} />
          </span>
        )}
      </div>
      <Effect levels={levels} own={own} target={target} />
      <div className={styles.burn}>
        <Icon name="flame" size={20} className={styles.flame} />
        <div>
          <b>{texts.levels.burnTitle}</b>
          <p className={styles.note}>{texts.levels.burnText(priceText)}</p>
        </div>
      </div>
      <Button
        variant="secondary"
        wide
        disabled={stuck.includes(action.kind)}
        busy={action.kind === 'wait' || (action.kind === 'connect' && action.busy)}
        onClick={() => void press()}
      >
        {label()}
      </Button>
    </>
  )
}

/** The level's effect on the account's positions, at the present rates. */
function Effect({ levels, own, target }: Pick<OfferProps, 'levels' | 'own' | 'target'>) {
  const texts = useTexts(btcTexts).levels
  const { satoshi } = useTexts(stakingTexts)
  const pool = useConfig()?.pools.btc
  const state = valueOf(useChainRead(poolState('btc')))
  const account = valueOf(useChainRead(accountInPool('btc')))
  const positions = valueOf(useChainRead(positionsIn('btc')))
  const now = useChainNow(60_000)
  const connected = useAppStore((app) => app.address !== null)
  const before = levels[valueOf(own) ?? 0]
  const facts: Fact[] = [
    {
      label: texts.boost,
      value: (
        <Change from={`×${boostText(before?.boostBps ?? 10_000)}`} to={`×${boostText(target.boostBps)}`} />
      ),
    },
  ]
  if (!connected) return <FactList facts={facts} />
  const staked = positions !== undefined && positions.length > 0
  const known =
    pool !== undefined &&
    state !== undefined &&
    account !== undefined &&
    positions !== undefined &&
    now !== null
  const gain = known ? gainOfLevel({ pool, state, account, positions, now }, target.boostBps) : null
  if (gain === null || staked) facts.push(...effectFacts(gain))
  return (
    <>
      <FactList facts={facts} />
      {positions !== undefined && !staked && <p className={styles.note}>{texts.nothingStaked}</p>}
      {staked && gain?.perDay?.before === 0n && <p className={styles.note}>{texts.ended}</p>}
    </>
  )

  function effectFacts(found: LevelGain | null): Fact[] {
    const waiting = <Skeleton inline width="9em" />
    const rate = (wei: bigint) => ownRate(wei, pool?.rewardToken ?? 'BTCB', satoshi).join(' ')
    const share = (part: LevelGain['before']) => ownText(percentText(part.own, part.total) ?? '0%')
    return [
      {
        label: texts.perDay,
        value:
          found === null ? (
            waiting
          ) : found.perDay === null ? (
            '—'
          ) : (
            <Change from={`≈ ${rate(found.perDay.before)}`} to={rate(found.perDay.after)} />
          ),
      },
      {
        label: texts.power,
        value:
          found === null ? (
            waiting
          ) : (
            <Change
              from={ownText(amountText(found.before.own, 18, 2, 2))}
              to={ownText(amountText(found.after.own, 18, 2, 2))}
            />
          ),
      },
      {
        label: texts.share,
        value: found === null ? waiting : <Change from={share(found.before)} to={share(found.after)} />,
      },
    ]
  }
}
