/** A world in whose last epoch every kind of row matters, and the moment at which somebody changes the tables. */
import type { RulesetJson } from '@galx/protocol/rulesets'
import { NOBODY } from '../../../packages/protocol/test/rewards/randomWorld.ts'
import type { RawWorld } from '../../../packages/protocol/test/rewards/rawWorld.ts'
import {
  ANN,
  BOB,
  CID,
  DAN,
  EVE,
  FAY,
  GUS,
  programId,
  SAFE,
  Story,
  storyRuleset,
  type StoryProgram,
} from '../../../packages/protocol/test/rewards/story.ts'

export const PROGRAMS: StoryProgram[] = ['btc', 'promotion', 'node', 'zn']
/** The number of epochs that are closed before the tables are changed, and the epoch that is closed afterwards. */
const BEFORE = 10
export const LAST = 1_000 + BEFORE
/** Seconds from the beginning of the first epoch to the last block before the tables are changed. */
export const CHANGED_AT = BEFORE * 60 + 5

/**
 * The last epoch has a cap, a vesting rest, a draw without a grant, a position that reaches the required age, bindings, transfers and withdrawals.
 * @param later rulesets after the first one
 */
export function richStory(later: readonly RulesetJson[] = []): RawWorld {
  return (
    new Story('tampered', [storyRuleset(PROGRAMS), ...later], 0n)
      .fund(programId('btc'), 1_000_000n)
      .fund(programId('promotion'), 1_000_000n)
      .fund(programId('node'), 1_000_000n)
      .fund(programId('zn'), BigInt(BEFORE) * 1_000n + 500n)
      .at(0)
      .stake(ANN, { amount: 90n })
      .stake(BOB, { amount: 101n, inviter: ANN })
      .stake(EVE, { amount: 10n })
      .stake(FAY, { amount: 500n, inviter: EVE })
      .stake(SAFE, { amount: 40n })
      .stake(DAN, { amount: 100n })
      .shares(NOBODY, ANN, 10n ** 16n)
      .shares(NOBODY, DAN, 10n ** 16n)
      .shares(NOBODY, GUS, 7n)
      .nameInviter(DAN, ANN)
      .pass(1n, NOBODY, EVE)
      .at((BEFORE - 6) * 60)
      // Cid's stake is a wei less than the qualifying amount. It is old enough at the end of the last epoch.
      .stake(CID, { amount: 99n, inviter: EVE })
      .at(CHANGED_AT)
      .claim(programId('btc'), GUS, 700n)
      .boost(FAY, 150n, 505n)
      .boost(FAY, 200n, 510n)
      // Dan is not qualified any more.
      .unstake(DAN, 0n, 1n)
      .pass(2n, NOBODY, EVE)
      .pass(2n, EVE, ANN)
      .nameInviter(SAFE, EVE)
      .at(CHANGED_AT + 10)
      .unstake(BOB, 0n, 1n)
      .unstake(FAY, 0n, 1n)
      .unstake(EVE, 0n, 1n)
      .nameInviter(GUS, ANN)
      .startUnbonding(1n)
      .at((BEFORE + 1) * 60)
      .world()
  )
}

export const story = richStory()

/** Ann's entitlement grows for the last time at the end of epoch 1098: by one wei, to the 185 wei for one member. */
export const ladder = new Story('tampered-ladder', [storyRuleset(['promotion'])])
  .at(0)
  .stake(ANN, { amount: 1n })
  .stake(BOB, { amount: 100n, inviter: ANN })
  .at(98 * 60 + 1)
  .at(99 * 60)
  .world()

/** The world up to the moment of the change. @param blocks the number of the last blocks, which are left out */
export function before(world: RawWorld, blocks: number): RawWorld {
  const last = world.blocks.at(-1 - blocks)!.number
  return {
    ...world,
    blocks: world.blocks.filter(({ number }) => number <= last),
    logs: world.logs.filter(({ block }) => block <= last),
  }
}
