import type { PoolKey } from '@galx/protocol/products'
import { drawnBonuses, bonusProgram } from '../../bonuses/bonusReads.ts'
import { getBonuses } from '../../core/api/bonusApi.ts'
import { useServerRead } from '../../core/api/useServerRead.ts'
import { aaaFee } from '../../core/chain/aaaFee.ts'
import { balancesOf, poolStates, positionsInPools } from '../../core/chain/reads.ts'
import { useAnnouncements, type Announcements } from '../../core/chain/useAnnouncements.ts'
import { useChainRead, useChainReads } from '../../core/chain/useChainRead.ts'
import { vaultShares, vaultState } from '../../core/chain/vaultReads.ts'
import { useShownAccount } from '../../core/chain/watched.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { combine } from '../../core/state/combine.ts'
import { mapReading, valueOf, type Reading } from '../../core/state/reading.ts'
import { heldPasses, passTerms } from '../../passes/passReads.ts'
import { useChainNow } from '../../staking/useChainNow.ts'
import { datesOf, type ConfiguredTokens, type Due } from './model.ts'

const SELDOM = 30_000
const MINUTE = 60_000

export type Dates = {
  now: number
  dates: Due[]
  /** whether the servers answered; if not, the vouchers' deadlines and the site's list of announced changes are missing */
  served: boolean
  announcements: Announcements
}

/** All dates of the shown account, kept up to date. */
export function useDates(): { reading: Reading<Dates>; tokens: ConfiguredTokens } {
  const account = useShownAccount()
  const config = useConfig()
  const now = useChainNow(MINUTE)
  const tokens: ConfiguredTokens = config?.pools ?? {}
  const keys = Object.keys(tokens) as PoolKey[]
  const often = { every: SELDOM }
  const positions = useChainReads(positionsInPools(keys), often)
  const streams = useChainReads(poolStates(keys), often)
  const balances = useChainReads(balancesOf(['AAA', 'MCM', 'GALX']), often)
  const others = combine([
    useChainRead(vaultState, often),
    useChainRead(vaultShares, often),
    useChainRead(heldPasses, often),
    useChainRead(passTerms, often),
    useChainRead(drawnBonuses, often),
    useChainRead(bonusProgram('galx'), often),
    useChainRead(aaaFee, often),
  ])
  const bonuses = useServerRead(
    account === null ? null : `bonuses ${account}`,
    () => getBonuses(account ?? ''),
    SELDOM,
  ).reading
  const announcements = useAnnouncements(SELDOM)
  const { list: operations, served, announced } = announcements
  // Show nothing until the servers have answered: dates that arrive later would move the dates on the screen.
  const serversPending = bonuses.status === 'loading' || served.status === 'loading'
  const pending =
    now === null || config === null || serversPending || (operations.length > 0 && announced === null)
  if (pending) return { reading: { status: 'loading' }, tokens }

  const pools = combine(keys.map((key) => combine([positions[key], streams[key]])))
  const amounts = combine([balances.AAA, balances.MCM, balances.GALX])
  const reading = mapReading(
    combine([pools, amounts, others]),
    ([ofPools, [AAA, MCM, GALX], [totals, shares, passes, { bond }, { drawn }, { epochDuration }, fee]]) => {
      const programs = valueOf(bonuses)?.programs ?? []
      const vouchers = programs.flatMap(({ program, voucher }) =>
        voucher === null ? [] : [{ program, ...voucher }],
      )
      const dates = datesOf({
        now,
        tokens,
        streams: Object.fromEntries(keys.map((key, index) => [key, ofPools[index]![1]])),
        held: {
          pools: keys.map((key, index) => ({
            key,
            id: BigInt(config.pools[key]!.id),
            positions: ofPools[index]![0],
          })),
          vault: { shares, totals },
          bonuses: vouchers.map(({ program, cumulative }) => {
            const left = BigInt(cumulative) - (drawn[program] ?? 0n)
            return { program, waiting: left > 0n ? left : 0n }
          }),
          tokens: { AAA, MCM, GALX },
          feeBps: fee.rateBps,
        },
        passes,
        bond,
        epochDuration,
        deadlines: vouchers,
        operations: operations.map(({ id, readyAt, calls, comparison, unlisted }) => ({
          id,
          at: Number(readyAt),
          comparison,
          unlisted,
          calls: calls?.map((call) => announced!.partsOf(config, call)) ?? null,
        })),
      })
      const isServed = bonuses.status !== 'failed' && served.status !== 'failed'
      return { now, dates, served: isServed, announcements }
    },
  )
  return { reading, tokens }
}
