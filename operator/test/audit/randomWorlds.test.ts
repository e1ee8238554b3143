import { describe, expect, it } from 'vitest'
import { computeEpochs } from '../../../packages/protocol/test/rewards/naive.ts'
import { randomWorld } from '../../../packages/protocol/test/rewards/randomWorld.ts'
import { closeEpochs } from './rawEvents.ts'

const WORLDS = Number(process.env.AUDIT_WORLDS ?? (process.env.THOROUGH === '1' ? 4_000 : 200))
const AT_ONCE = 50

describe('random worlds', () => {
  const begins = Array.from({ length: Math.ceil(WORLDS / AT_ONCE) }, (_, index) => index * AT_ONCE)
  it.each(begins)(
    'from number %i on equal the plain rules’ result, byte for byte',
    { timeout: 120_000 },
    async (begin) => {
      for (let seed = begin; seed < begin + AT_ONCE; seed++) {
        const raw = randomWorld(seed)
        const found = await closeEpochs(raw)
        const expected = computeEpochs(raw)
        expect(
          found.map(({ header }) => header),
          `world ${seed}`,
        ).toEqual(expected.map(({ header }) => header))
        expect(found.map(({ hash }) => hash)).toEqual(expected.map(({ headerHash }) => headerHash))
        expect(found.map(({ parts }) => parts.map(({ text }) => text))).toEqual(
          expected.map(({ parts }) => parts.map(({ text }) => text)),
        )
      }
    },
  )
})
