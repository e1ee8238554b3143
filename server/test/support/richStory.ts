/** A world in whose last epoch each kind of row decides something: a cap, a rest that vests, a draw without a grant, a position of the wanted age. */
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
import type { RulesetJson } from '@galx/protocol/rulesets'

export const RICH_PROGRAMS: StoryProgram[] = ['btc', 'promotion', 'node', 'zn']
/** Epochs before the last one. */
const BEFORE = 10
export const LAST_EPOCH = 1_000 + BEFORE
const CHANGED_AT = BEFORE * 60 + 5

/** @param later rulesets after the first one */
export function richStory(later: readonly RulesetJson[] = []): RawWorld {
  return (
    new Story('tampered', [storyRuleset(RICH_PROGRAMS), ...later], 0n)
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
      .shares(NOBODY, ANN, 10n ** 16n)
      .shares(NOBODY, DAN, 10n ** 16n)
      .shares(NOBODY, GUS, 7n)
      .nameInviter(DAN, ANN)
      .pass(1n, NOBODY, EVE)
      .at((BEFORE - 6) * 60)
      // A wei short of what qualifies; old enough at the end of the last epoch.
      .stake(CID, { amount: 99n, inviter: EVE })
      .at(CHANGED_AT)
      .claim(programId('btc'), GUS, 700n)
      .boost(FAY, 200n, 510n)
      .at(CHANGED_AT + 10)
      .unstake(BOB, 0n, 1n)
      .unstake(FAY, 0n, 1n)
      .nameInviter(GUS, ANN)
      .nameInviter(SAFE, EVE)
      .at((BEFORE + 1) * 60)
      .world()
  )
}
