import type { ProgramKey } from '@galx/protocol/products'
import { PROGRAM_TOKENS } from '@galx/protocol/programTokens'
import type { ReactNode } from 'react'
import { refreshChain } from '../core/chain/refresh.ts'
import { useChainRead } from '../core/chain/useChainRead.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { valueOf } from '../core/state/reading.ts'
import { Amount } from '../design/Amount/Amount.tsx'
import { Button } from '../design/Button/Button.tsx'
import { Card, Section } from '../design/Card/Card.tsx'
import { FactList } from '../design/FactList/FactList.tsx'
import { poolColour } from '../design/PoolMark/poolColour.ts'
import { Skeleton } from '../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { dateText, minuteText } from '../staking/format.ts'
import { useChainNow } from '../staking/useChainNow.ts'
import { BonusNotice } from './BonusNotice.tsx'
import type { BonusProgram } from './bonusChain.ts'
import { bonusProgram } from './bonusReads.ts'
import { ClaimPart } from './ClaimPart.tsx'
import { bonusGateTexts } from './gateTexts.ts'
import { HistoryPart } from './HistoryPart.tsx'
import { colourOf } from './programs.ts'
import { bonusTexts } from './texts.ts'
import { VoucherFilePart } from './VoucherFilePart.tsx'
import styles from './bonuses.module.css'

const SELDOM = 30_000

/** A product's bonuses: the rules, the open amount with its button, every epoch with its calculation, the budget on the chain. */
export default function BonusSection({ programs }: { programs: readonly ProgramKey[] }) {
  const texts = useTexts(bonusGateTexts)
  const connected = useAppStore((state) => state.address !== null)
  return (
    <Section title={texts.title} anchor="bonuses">
      {connected && <BonusNotice />}
      {programs.map((program) => (
        <Program key={program} program={program} />
      ))}
      {connected && <VoucherFilePart />}
    </Section>
  )
}

function Program({ program }: { program: ProgramKey }) {
  const texts = useTexts(bonusTexts)
  const { names } = useTexts(bonusGateTexts)
  const connected = useAppStore((state) => state.address !== null)
  return (
    <Card className={styles.stack}>
      <div>
        <h3 className={styles.head}>
          <i className={styles.diamond} style={poolColour(colourOf(program))} aria-hidden="true" />
          {names[program]}
        </h3>
        {program !== 'promotion' && (
          <p className={styles.quiet}>{program === 'node' ? texts.rules.node : texts.rules.members}</p>
        )}
      </div>
      {connected && <ClaimPart program={program} />}
      <HistoryPart program={program} />
      <Budget program={program} />
    </Card>
  )
}

/** The program's state on the chain. */
function Budget({ program }: { program: ProgramKey }) {
  const all = useTexts(bonusTexts)
  const texts = all.facts
  const reading = useChainRead(bonusProgram(program), { every: SELDOM })
  const now = useChainNow(SELDOM)
  const token = PROGRAM_TOKENS[program]
  const known = valueOf(reading)
  if (reading.status === 'failed') {
    return (
      <p className={styles.quiet}>
        {all.failed}{' '}
        <Button variant="quiet" size="small" onClick={() => void refreshChain()}>
          {all.retry}
        </Button>
      </p>
    )
  }
  const shown = (value: (known: BonusProgram) => ReactNode) =>
    known === undefined ? <Skeleton inline width="7em" /> : value(known)
  const later = known !== undefined && now !== null && known.start > now
  return (
    <FactList
      facts={[
        {
          label: texts.budget,
          value: shown(({ budgetPerEpoch }) => <Amount value={budgetPerEpoch} token={token} shared />),
        },
        later
          ? { label: texts.start, value: minuteText(known.start) }
          : {
              label: texts.fundedUntil,
              value: shown(({ fundedUntil }) =>
                fundedUntil === 0 ? texts.fundedNone : dateText(fundedUntil),
              ),
            },
        { label: texts.paid, value: shown(({ paid }) => <Amount value={paid} token={token} shared />) },
        { label: texts.published, value: shown(({ published }) => texts.epochs(String(published))) },
      ]}
    />
  )
}
