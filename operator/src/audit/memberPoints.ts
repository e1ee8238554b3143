/**
 * Points of one program by the weight of direct members (rule 8). Points grow at the rate min(Σ members, 5 × own). The rate is constant
 * between two events of the account or of its members, so each event settles at most two accounts.
 */
import { NONE } from './bindings.ts'

/** The members' weight counts up to this multiple of the inviter's own weight. */
const CAP = 5n

type Score = {
  /** the account's weight in the program's pools, or its shares, wei */
  own: bigint
  /** the sum of its direct members' weights */
  members: bigint
  rate: bigint
  /** wei × seconds within the epoch, up to `since` */
  points: bigint
  since: number
}

export class MemberPoints {
  readonly #scores: (Score | undefined)[] = []

  /** @param time unix seconds, never before the time of the previous call */
  changeWeight(account: number, inviter: number, change: bigint, time: number): void {
    const score = this.#scoreOf(account, time)
    score.own += change
    settle(score, time)
    if (inviter !== NONE) this.#changeMembers(inviter, change, time)
  }

  /** From the second of its binding on, a member counts with all its weight. */
  bind(account: number, inviter: number, time: number): void {
    const own = this.#scores[account]?.own ?? 0n
    if (own !== 0n) this.#changeMembers(inviter, own, time)
  }

  /** Settles all accounts at the end of an epoch. @returns the accounts with points; the next epoch begins with 0 points */
  close(end: number): Map<number, bigint> {
    const points = new Map<number, bigint>()
    for (const [account, score] of this.#scores.entries()) {
      if (!score) continue
      settle(score, end)
      if (score.points === 0n) continue
      points.set(account, score.points)
      score.points = 0n
    }
    return points
  }

  #changeMembers(inviter: number, change: bigint, time: number): void {
    const score = this.#scoreOf(inviter, time)
    score.members += change
    settle(score, time)
  }

  #scoreOf(account: number, time: number): Score {
    return (this.#scores[account] ??= { own: 0n, members: 0n, rate: 0n, points: 0n, since: time })
  }
}

/** Adds the points of the old rate, then sets the rate that applies from `time` on. */
function settle(score: Score, time: number): void {
  if (score.rate !== 0n) score.points += score.rate * BigInt(time - score.since)
  score.since = time
  const cap = CAP * score.own
  score.rate = score.members < cap ? score.members : cap
}
