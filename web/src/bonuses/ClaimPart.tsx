import type { ProgramKey } from '@galx/protocol/products'
import { PROGRAM_TOKENS } from '@galx/protocol/programTokens'
import { useAppStore } from '../core/state/appStore.ts'
import { mapKnown, valueOf, type Reading } from '../core/state/reading.ts'
import { runTransaction } from '../core/transactions/runTransaction.ts'
import { ReadingAmount } from '../design/Amount/Amount.tsx'
import { shownDecimals } from '../design/Amount/shownDecimals.ts'
import { Button } from '../design/Button/Button.tsx'
import { ownText } from '../i18n/hiddenAmounts.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { dateText, shortAmountText } from '../staking/format.ts'
import ClaimNote from '../staking/preview/ClaimNote.tsx'
import { useBusy } from '../staking/useStaking.ts'
import { useBonuses } from './bonusStore.ts'
import { bonusesIntent } from './claimIntents.ts'
import { callOf } from './claimModel.ts'
import { bonusTexts } from './texts.ts'
import { useClaims } from './useClaims.ts'
import { useGranted } from './useGranted.ts'
import styles from './bonuses.module.css'

/**
 * The program's granted sum minus the sum that the contract has paid, with its own claim button. The claim needs no stake, so the account can
 * still claim bonuses after it has withdrawn all stakes. For an account without any grant, no node is asked.
 */
export function ClaimPart({ program }: { program: ProgramKey }) {
  const bonuses = useBonuses()
  const granted = useGranted([program])
  return (
    <div className={styles.claim}>
      {granted === true ? (
        <Claimable program={program} />
      ) : (
        <Open program={program} reading={mapKnown(bonuses, () => (granted === null ? null : 0n))} />
      )}
    </div>
  )
}

/** Passed as `onCostly`. Nothing to change: the button always has the secondary look. */
function nothing(): void {}

function Claimable({ program }: { program: ProgramKey }) {
  const texts = useTexts(bonusTexts)
  const wrongChain = useAppStore((state) => state.connection === 'wrongChain')
  const account = useAppStore((state) => state.address)
  const busy = useBusy()
  const claims = useClaims([program])
  const claim = valueOf(claims)?.[0]
  const token = PROGRAM_TOKENS[program]
  const payable = claim?.payable ?? 0n
  return (
    <>
      <Open program={program} reading={mapKnown(claims, ([only]) => (only === undefined ? 0n : only.open))} />
      {payable > 0n && claim !== undefined && (
        <Button
          variant="secondary"
          wide
          disabled={wrongChain}
          busy={busy}
          onClick={() => void runTransaction(bonusesIntent([claim]))}
        >
          {texts.claim(`${ownText(shortAmountText(payable, token))} ${token}`)}
        </Button>
      )}
      {payable > 0n && claim !== undefined && account !== null && (
        <p className={styles.note}>
          <ClaimNote
            account={account}
            pools={[]}
            owed={[]}
            bonus={{
              parts: [{ program, token, amount: payable }],
              call: (of, pools) => callOf(of, pools, [claim]),
            }}
            otherwise={null}
            onCostly={nothing}
          />
        </p>
      )}
      {claim !== undefined && claim.obstacle !== null && (
        <p className={styles.quiet}>{texts.obstacles[claim.obstacle]}</p>
      )}
    </>
  )
}

function Open({ program, reading }: { program: ProgramKey; reading: Reading<bigint> }) {
  const texts = useTexts(bonusTexts)
  const bonuses = valueOf(useBonuses())
  const token = PROGRAM_TOKENS[program]
  const until = bonuses?.settled?.until
  return (
    <div>
      <p className={styles.quiet}>{texts.open}</p>
      <p>
        <ReadingAmount reading={reading} token={token} size="figure" most={shownDecimals(token)} />
      </p>
      <p className={styles.quiet}>
        {bonuses === undefined ? ' ' : until === undefined ? texts.untilNone : texts.until(dateText(until))}
      </p>
    </div>
  )
}
