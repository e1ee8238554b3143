import { useTexts } from '../../i18n/useTexts.ts'
import { bpsText, termLength } from '../../staking/format.ts'
import { poolName } from '../../staking/names.ts'
import { countSame, dearestExit, endedPools, type FactName, type Facts } from './model.ts'
import type { Codes, Safety } from './readings.ts'
import { safeTexts } from './texts.ts'

const NOBODY = `0x${'0'.repeat(40)}`

/** The finding on each fact, in one line. */
export function useFactSummary(
  facts: Facts,
  safety: Safety | null,
  codes: Codes | null,
): Record<FactName, string> {
  const { facts: texts, timelock, join } = useTexts(safeTexts)
  const { unchangeable, keys, exit, dependencies, funding } = texts

  function ofCode(): string {
    if (codes === null || facts.unchangeable === 'unknown') return unchangeable.unknown
    const { same, all } = countSame(codes)
    return unchangeable[facts.unchangeable === 'good' ? 'good' : 'bad'](String(same), String(all))
  }
  function ofKeys(): string {
    if (facts.keys === 'bad') return keys.bad
    if (facts.keys === 'unknown' || safety === null || safety.minDelay === null) return keys.unknown
    const offered = Object.values(safety.owners).some((found) => found !== null && found.pending !== NOBODY)
    if (offered) return keys.offered
    const { count, unit } = termLength(safety.minDelay)
    return keys[facts.keys](timelock.duration(String(count), unit))
  }
  function ofExit(): string {
    if (facts.exit === 'bad') return exit.bad
    const penalty = safety === null ? null : dearestExit(safety)
    return facts.exit === 'unknown' || penalty === null ? exit.unknown : exit.good(bpsText(penalty))
  }
  function ofFunding(): string {
    if (facts.funding !== 'attention' || safety === null)
      return funding[facts.funding === 'attention' ? 'unknown' : facts.funding]
    const ended = endedPools(safety)
    return ended.length === 0 ? funding.attention : funding.ended(ended.map(poolName).join(join))
  }

  return {
    unchangeable: ofCode(),
    keys: ofKeys(),
    exit: ofExit(),
    dependencies: dependencies[facts.dependencies === 'attention' ? 'unknown' : facts.dependencies],
    funding: ofFunding(),
  }
}
