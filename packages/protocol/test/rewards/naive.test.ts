import { describe, expect, it, vi } from 'vitest'
import { computeEpochs, type NaiveEpoch } from './naive.ts'
import { randomWorld } from './randomWorld.ts'
import type { RawWorld } from './rawWorld.ts'

vi.setConfig({ testTimeout: 60_000 })

const WORLDS = Number(process.env.WORLDS ?? (process.env.THOROUGH === '1' ? 4_000 : 1_000))
const SEEDS = Array.from({ length: WORLDS }, (_, seed) => seed)

describe('in random worlds', () => {
  const worlds = SEEDS.map((seed) => ({ world: randomWorld(seed), seed }))
  const computed = worlds.map(({ world, seed }) => ({ world, seed, epochs: computeEpochs(world) }))

  it('the same seed gives the same world', () => {
    expect(randomWorld(7)).toEqual(randomWorld(7))
    expect(randomWorld(7)).not.toEqual(randomWorld(8))
  })

  it('each event in the rules happens in some world', () => {
    const events = new Set(
      worlds.flatMap(({ world }) => world.logs.map(({ contract, event }) => `${contract}.${event}`)),
    )
    for (const event of [
      'StakingPools.Staked',
      'StakingPools.Unstaked',
      'StakingPools.Exited',
      'StakingPools.BoostSynced',
      'ZnVault.Transfer',
      'ZnVault.InviterNamed',
      'NodePass.Transfer',
      'NodePass.UnbondingStarted',
      'NodePass.UnbondingCancelled',
      'RewardVouchers.Funded',
      'RewardVouchers.Claimed',
    ])
      expect(events).toContain(event)
    const all = computed.flatMap(({ epochs }) => epochs)
    expect(all.filter(({ header }) => header.includes('\nfirst -\nlast -\n')).length).toBeGreaterThan(50)
    for (const number of [2, 3])
      expect(all.filter(({ header }) => header.includes(`\nruleset ${number} `)).length).toBeGreaterThan(50)
    for (const key of ['galx', 'btc', 'promotion', 'mcm', 'node', 'zn'])
      expect(
        all.filter(({ programs }) => BigInt(programs[key]?.bonuses ?? '0') > 0n).length,
        key,
      ).toBeGreaterThan(20)
  })

  it('the promotion stops, returns and grants again', () => {
    const returned = computed.filter(({ world, epochs }) => {
      const has = world.rulesets.map(({ programs }) => programs.some(({ key }) => key === 'promotion'))
      const again = epochs.filter(({ header }) => header.includes('\nruleset 3 '))
      return (
        has.join() === 'true,false,true' && again.some(({ programs }) => programs.promotion!.bonuses !== '0')
      )
    })
    expect(returned.length).toBeGreaterThan(0)
  })

  it('no grant exceeds the vested amount, and no cumulative amount falls', () => {
    for (const { world, seed, epochs } of computed) {
      const last = new Map<string, bigint>()
      for (const epoch of epochs) {
        for (const [key, { grantable, bonuses }] of Object.entries(epoch.programs))
          expect(BigInt(bonuses) <= BigInt(grantable), `seed ${seed}, ${key} in epoch ${epoch.epoch}`).toBe(
            true,
          )
        for (const [account, program, , bonus, cumulative] of epoch.rows) {
          const key = `${account} ${program}`
          expect(BigInt(cumulative), `seed ${seed}, ${key}`).toBe((last.get(key) ?? 0n) + BigInt(bonus))
          last.set(key, BigInt(cumulative))
        }
      }
      for (const [key, { cumulative }] of Object.entries(epochs.at(-1)?.programs ?? {}))
        expect(BigInt(cumulative) <= fundedIn(world, key), `seed ${seed}, ${key}`).toBe(true)
    }
  })

  it('node points never exceed all power', () => {
    for (const { world, seed, epochs } of computed)
      for (const epoch of epochs)
        expect(BigInt(epoch.programs.node?.points ?? '0') <= powerBound(world, epoch), `seed ${seed}`).toBe(
          true,
        )
  })

  it('an epoch does not depend on later events', () => {
    for (const { world, seed, epochs } of computed.slice(0, 60)) {
      const half = world.blocks[world.blocks.length >> 1]!
      const earlier = computeEpochs({
        ...world,
        blocks: world.blocks.filter(({ number }) => number <= half.number),
        logs: world.logs.filter(({ block }) => block <= half.number),
      })
      // The last second may still get events, but its epoch has not closed and is not compared.
      expect(earlier, `seed ${seed}`).toEqual(epochs.slice(0, earlier.length))
    }
  })
})

function fundedIn({ logs, rulesets }: RawWorld, key: string): bigint {
  const { id } = rulesets.flatMap(({ programs }) => programs).find((program) => program.key === key)!
  return logs
    .filter(
      ({ contract, event, args }) =>
        contract === 'RewardVouchers' && event === 'Funded' && args.program === id,
    )
    .reduce((total, { args }) => total + BigInt(args.amount!), 0n)
}

/** An upper limit of the epoch's points: the greatest weight of each account in each pool and all shares ever moved, for the whole epoch. */
function powerBound({ logs, rulesets, epochDuration }: RawWorld, { header }: NaiveEpoch): bigint {
  const number = Number(/^ruleset (\d+)/m.exec(header)![1])
  const ruleset = rulesets.find((one) => one.number === number)!
  const peaks = new Map<string, bigint>()
  let shares = 0n
  for (const { contract, args } of logs) {
    if (contract === 'ZnVault' && args.value !== undefined) shares += BigInt(args.value)
    if (args.weight === undefined) continue
    const key = `${args.pool} ${args.account}`
    const weight = BigInt(args.weight)
    if (weight > (peaks.get(key) ?? 0n)) peaks.set(key, weight)
  }
  let power = (shares * BigInt(ruleset.vaultCoefficient)) / 10n ** 16n
  for (const [key, weight] of peaks) {
    const coefficient = ruleset.power.find(({ pool }) => key.startsWith(`${pool} `))?.coefficient ?? '0'
    power += (weight * BigInt(coefficient)) / 10_000n
  }
  return power * BigInt(epochDuration)
}
