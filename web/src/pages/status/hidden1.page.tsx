import { POOL_KEYS } from '@galx/protocol/products'
import { poolStates } from '../../core/chain/reads.ts'
import { useChainRead, useChainReads, useConnection, useHead } from '../../core/chain/useChainRead.ts'
import { vaultState } from '../../core/chain/vaultReads.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import { Columns, Page } from '../../design/Card/Card.tsx'
import { SectionBoundary } from '../../design/Section/SectionBoundary.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useChainNow } from '../../staking/useChainNow.ts'
import { Budgets } from './Budgets.tsx'
import { EpochSection } from './EpochSection.tsx'
import {
  checkBonuses,
  checkBudget,
  checkFinal,
  checkHead,
  checkIndexed,
  checkNodes,
  checkPrograms,
  checkServer,
  poolBudget,
  programBudget,
  vaultBudget,
} from './model.ts'
import { vouchers } from './reads.ts'
import { Services } from './Services.tsx'
import { statusTexts } from './texts.ts'
import { useStatus } from './useStatus.ts'
import { Verdict } from './Verdict.tsx'

/** Milliseconds between two readings of the budgets. */
const SELDOM = 15_000

/** /hidden1: whether anything is wrong now. A part that cannot be reached says so, and the other parts keep working. */
export default function StatusPage() {
  const texts = useTexts(statusTexts)
  const config = useConfig()
  const head = useHead()
  const connection = useConnection()
  const now = useChainNow(10_000)
  const readings = useStatus()
  const keys = POOL_KEYS.filter((key) => config?.pools[key] !== undefined)
  const states = useChainReads(poolStates(keys), { every: SELDOM })
  const vault = useChainRead(vaultState, { every: SELDOM })
  const bonuses = useChainRead(vouchers, { every: SELDOM })

  const pools = [
    ...keys.flatMap((key) => {
      const token = config?.pools[key]?.rewardToken
      return token === undefined ? [] : [poolBudget(key, token, states[key], now)]
    }),
    vaultBudget(vault),
  ]
  const known = valueOf(bonuses)
  const programs =
    known === undefined || config === null
      ? null
      : known.programs.map((program, index) => programBudget(program, index, config))
  const checks = [
    checkHead(head, connection),
    checkFinal(head, readings.final),
    checkIndexed(head, readings.status),
    checkServer(readings.main),
    checkServer(readings.btc),
    checkNodes(readings.status),
    checkBonuses(readings.status),
    ...[...pools, ...(programs ?? [])].map((budget) => checkBudget(budget, now)),
    ...(programs === null ? [checkPrograms(bonuses)] : []),
  ]

  return (
    <Page title={texts.title} lead={texts.lead}>
      <SectionBoundary name={texts.verdict.title}>
        <Verdict readings={readings} checks={checks} />
      </SectionBoundary>
      <Columns>
        <SectionBoundary name={texts.services.title}>
          <Services readings={readings} />
        </SectionBoundary>
        <SectionBoundary name={texts.epoch.title}>
          <EpochSection status={readings.status} />
        </SectionBoundary>
        <SectionBoundary name={texts.budgets.title}>
          <Budgets pools={pools} programs={programs} failed={bonuses.status === 'failed'} />
        </SectionBoundary>
      </Columns>
    </Page>
  )
}
