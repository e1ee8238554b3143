/** The additional tests of the nightly run (THOROUGH=1): each case of a kind, every kill, many rounds. Other runs test some cases of each kind. */
import { test } from 'vitest'

export const NIGHTLY = process.env.THOROUGH === '1'

/** A test of a fault whose kind has a shorter test. */
export const byNight = test.runIf(NIGHTLY)

/** @returns by night all cases; otherwise the first of every `period` cases */
export function someOf<Case>(cases: readonly Case[], period: number): Case[] {
  return cases.filter((_case, at) => NIGHTLY || at % period === 0)
}
