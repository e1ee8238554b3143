import { useState } from 'react'
import { LOADING, type Reading } from '../../src/core/state/reading.ts'
import { Button } from '../../src/design/Button/Button.tsx'
import CalculationSheet from '../../src/staking/CalculationSheet.tsx'
import { Change } from '../../src/staking/Change.tsx'
import { ChainStrip } from '../../src/staking/ChainStrip.tsx'
import { ClaimCard } from '../../src/staking/ClaimCard.tsx'
import { EarlyExitForm } from '../../src/staking/EarlyExitForm.tsx'
import { EmergencyExit } from '../../src/staking/EmergencyExit.tsx'
import { FirstSteps } from '../../src/staking/FirstSteps.tsx'
import { FreeCard } from '../../src/staking/FreeCard.tsx'
import GiftsNotice from '../../src/staking/GiftsNotice.tsx'
import { LockedCard } from '../../src/staking/LockedCard.tsx'
import { HowButton } from '../../src/staking/HowButton.tsx'
import { MineFirst } from '../../src/staking/MineFirst.tsx'
import PairLeg from '../../src/staking/PairLeg.tsx'
import { PastYield } from '../../src/staking/PastYield.tsx'
import PositionRows from '../../src/staking/PositionRows.tsx'
import PositionSheet from '../../src/staking/PositionSheet.tsx'
import { PositionsSection } from '../../src/staking/PositionsSection.tsx'
import { StakeButton } from '../../src/staking/StakeButton.tsx'
import { TERM_PARTS } from '../../src/staking/termParts.ts'
import { StakeCard } from '../../src/staking/StakeCard.tsx'
import { StakedStats } from '../../src/staking/StakedStats.tsx'
import { StakeFacts } from '../../src/staking/StakeFacts.tsx'
import { StakingSections } from '../../src/staking/StakingSections.tsx'
import { TierPicker } from '../../src/staking/TierPicker.tsx'
import { UnstakeForm } from '../../src/staking/UnstakeForm.tsx'
import { GALX } from '../../src/products/galx/product.ts'
import { MCF } from '../../src/products/mcf/product.ts'
import { ONE, pair, single, terms } from '../../test/staking/fixtures.ts'
import { say, type Entries } from '../entry.ts'
import { POSITIONS } from '../situations.ts'

function nothing() {}

function ChosenTier({ known = true }: { known?: boolean }) {
  const [tier, setTier] = useState(1)
  return <TierPicker poolKey="mcf" pool={terms} known={known} value={tier} wished={1} onChange={setTier} />
}

function Opened({ draw }: { draw: (open: boolean, close: () => void) => React.ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="secondary" data-opens="" onClick={() => setOpen(true)}>
        {say('打开', 'Open')}
      </Button>
      {draw(open, () => setOpen(false))}
    </>
  )
}

function sheet(position: (typeof POSITIONS)[keyof typeof POSITIONS]) {
  return <Opened draw={(open, close) => <PositionSheet position={position} open={open} onClose={close} />} />
}

function leg(balance: Reading<bigint> | null, amount: bigint | null, short = false) {
  return <PairLeg token="MCM" stakeToken="GALX" ratio={ONE} amount={amount} balance={balance} short={short} />
}

function button(text: string, pool: typeof pair, key: 'galx' | 'galxMcm' | 'mcf', tier = 0) {
  return (
    <StakeButton poolKey={key} pool={pool} tier={tier} ready text={text} onEnter={nothing} onSent={nothing} />
  )
}

export default {
  CalculationSheet: {
    'two pools': () => (
      <Opened draw={(open, close) => <CalculationSheet product={GALX} open={open} onClose={close} />} />
    ),
    terms: () => (
      <Opened draw={(open, close) => <CalculationSheet product={MCF} open={open} onClose={close} />} />
    ),
  },
  PastYield: {
    'present rate unknown': () => <PastYield poolKey="galx" pool={single} state={undefined} now={null} />,
    terms: () => <PastYield poolKey="mcf" pool={terms} state={undefined} now={null} />,
  },
  HowButton: { 'opens the calculation': () => <HowButton product={GALX} /> },
  StakedStats: {
    'two tokens': () => <StakedStats product={GALX} />,
    'one token': () => <StakedStats product={MCF} />,
  },
  Change: { change: () => <Change from="0.17%" to="0.24%" /> },
  ChainStrip: { strip: () => <ChainStrip /> },
  ClaimCard: {
    'two pools': () => <ClaimCard product={GALX} />,
    'one pool, another next step': () => <ClaimCard product={MCF} quiet />,
  },
  EarlyExitForm: {
    form: () => <EarlyExitForm position={POSITIONS.locked} pool={terms} onSend={nothing} />,
  },
  EmergencyExit: {
    'with a way back': () => (
      <EmergencyExit position={POSITIONS.pair} pool={pair} onBack={nothing} onSend={nothing} />
    ),
    'the second token alone': () => (
      <EmergencyExit position={POSITIONS.rest} pool={pair} onBack={undefined} onSend={nothing} />
    ),
  },
  FirstSteps: { steps: () => <FirstSteps tokens={['GALX', 'MCM']} /> },
  FreeCard: { free: () => <FreeCard position={POSITIONS.free} onOpen={nothing} /> },
  GiftsNotice: {
    'older gifts that are not shown': () => <GiftsNotice pools={GALX.pools} />,
    'nothing left out': () => <GiftsNotice pools={MCF.pools} />,
  },
  LockedCard: {
    'two thirds passed': () => <LockedCard position={POSITIONS.locked} onLeave={nothing} />,
    'just begun': () => <LockedCard position={POSITIONS.lockedNew} onLeave={nothing} />,
  },
  MineFirst: {
    'something held': () => (
      <MineFirst
        held={{ status: 'fresh', value: true, at: 1 }}
        mine={<p>{say('我的', 'mine')}</p>}
        form={<p>{say('质押', 'stake')}</p>}
        details={<p>{say('仓位', 'positions')}</p>}
      />
    ),
    'not known yet': () => (
      <MineFirst held={LOADING} mine={<p>{say('我的', 'mine')}</p>} form={<p>{say('质押', 'stake')}</p>} />
    ),
  },
  PairLeg: {
    'nothing typed': () => leg({ status: 'fresh', value: 500n * ONE, at: 1 }, null),
    'not enough': () => leg({ status: 'fresh', value: 5n * ONE, at: 1 }, 1_500n * ONE, true),
    'balance loading': () => leg(LOADING, 10n * ONE),
    'balance failed': () => leg({ status: 'failed', reason: 'no node answers' }, 10n * ONE),
    'largest amount': () => leg(null, 123_456_789_012n * ONE),
  },
  PositionRows: {
    'flexible, pair, second token alone, locked, free': () => (
      <PositionRows
        positions={[POSITIONS.flexible, POSITIONS.pair, POSITIONS.rest, POSITIONS.locked, POSITIONS.free]}
        onOpen={nothing}
      />
    ),
  },
  PositionSheet: {
    flexible: () => sheet(POSITIONS.flexible),
    locked: () => sheet(POSITIONS.locked),
    'second token alone': () => sheet(POSITIONS.rest),
  },
  PositionsSection: {
    flexible: () => <PositionsSection product={GALX} />,
    terms: () => <PositionsSection product={MCF} terms={TERM_PARTS} />,
  },
  StakeButton: {
    'nothing typed': () => button('', single, 'galx'),
    typed: () => button('1500', single, 'galx'),
    'pair, largest amount': () => button('1234567890.12', pair, 'galxMcm'),
    term: () => button('100', terms, 'mcf', 2),
  },
  StakeCard: {
    'two pools': () => <StakeCard product={GALX} />,
    terms: () => <StakeCard product={MCF} firstTier={2} terms={TERM_PARTS} />,
  },
  StakeFacts: {
    'nothing typed': () => <StakeFacts poolKey="galx" pool={single} known tier={0} amount={null} />,
    typed: () => <StakeFacts poolKey="galx" pool={single} known tier={0} amount={1_500n * ONE} />,
    term: () => <StakeFacts poolKey="mcf" pool={terms} known tier={3} amount={1_500n * ONE} />,
    'configuration loading': () => (
      <StakeFacts poolKey="mcf" pool={terms} known={false} tier={0} amount={null} />
    ),
  },
  StakingSections: {
    terms: () => (
      <StakingSections
        product={MCF}
        titles={{ stake: say('新的存入', 'A new deposit') }}
        terms={TERM_PARTS}
      />
    ),
  },
  TierPicker: {
    known: () => <ChosenTier />,
    'configuration loading': () => <ChosenTier known={false} />,
  },
  UnstakeForm: {
    flexible: () => (
      <UnstakeForm position={POSITIONS.flexible} pool={single} onEmergency={nothing} onSend={nothing} />
    ),
    pair: () => <UnstakeForm position={POSITIONS.pair} pool={pair} onEmergency={nothing} onSend={nothing} />,
  },
} satisfies Entries
