/**
 * Redis, which may be unreachable: a command gets an answer, or null after the command's timeout. After a fault no command is sent
 * for a moment, so that a Redis that hangs delays one request a second, not every one.
 */
import type { Redis } from 'ioredis'

export type Shared = {
  redis: Redis
  /** @returns null where Redis does not answer, or did not a moment ago */
  ask<Answer>(command: () => Promise<Answer>): Promise<Answer | null>
  /** whether the last command was answered, or none has been sent since the connection was made */
  answers(): boolean
}

/** Milliseconds after a fault in which no command is sent. */
const REST_MS = 1_000

/** @param isAnswer which rejections of a command are Redis's own answers, and are rethrown @param clock milliseconds; monotonic */
export function shareThrough(
  redis: Redis,
  isAnswer: (refusal: unknown) => boolean,
  clock: () => number = () => performance.now(),
): Shared {
  let faultAt = Number.NEGATIVE_INFINITY
  let faulty = false
  // A new connection is tried at once.
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
