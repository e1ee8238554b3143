/**
 * Redis, which may be unreachable. A command returns an answer, or null after the command's timeout. After a fault no command is sent
 * for a moment, so that a hanging Redis delays one request a second, not every request.
 */
import type { Redis } from 'ioredis'

export type Shared = {
  redis: Redis
  /** @returns null if Redis does not answer, or did not answer a moment ago */
  ask<Answer>(command: () => Promise<Answer>): Promise<Answer | null>
  /** whether the last command was answered, or no command was sent since the connection was made */
  answers(): boolean
}

/** Milliseconds after a fault during which no command is sent. */
const REST_MS = 1_000

/** @param isAnswer whether a rejection of a command is an answer of Redis, which is thrown again @param clock milliseconds, monotonic */
export function shareThrough(
  redis: Redis,
  isAnswer: (refusal: unknown) => boolean,
  clock: () => number = () => performance.now(),
): Shared {
  let faultAt = Number.NEGATIVE_INFINITY
  let faulty = false
  // A new connection is used at once.
  redis.on('ready', () => {
    faultAt = Number.NEGATIVE_INFINITY
    faulty = false
  })
  return {
    redis,
    ask: async (command) => {
      if (redis.status !== 'ready' || clock() - faultAt < REST_MS) return null
      try {
        const answer = await command()
        faulty = false
        return answer
      } catch (error) {
        if (isAnswer(error)) {
          faulty = false
          throw error
        }
        faulty = true
        faultAt = clock()
        return null
      }
    },
    answers: () => redis.status === 'ready' && !faulty,
  }
}
