import type { ProgramKey } from '@galx/protocol/products'
import { useChainRead } from '../core/chain/useChainRead.ts'
import { combine } from '../core/state/combine.ts'
import { mapReading, type Reading } from '../core/state/reading.ts'
import { useChainNow } from '../staking/useChainNow.ts'
import { drawnBonuses } from './bonusReads.ts'
import { useBonuses } from './bonusStore.ts'
import { claimsOf, type Claim } from './claimModel.ts'

const MINUTE = 60_000

/** The account's claims of these programs. A program that the deployment lacks is left out. */
export function useClaims(programs: readonly ProgramKey[]): Reading<Claim[]> {
  const bonuses = useBonuses()
  const chain = useChainRead(drawnBonuses, { every: 15_000 })
  const now = useChainNow(MINUTE)
  return mapReading(combine([bonuses, chain]), ([data, drawn]) => {
    const claims = claimsOf(data, drawn, now ?? 0)
    return programs.flatMap((program) => claims[program] ?? [])
  })
}
