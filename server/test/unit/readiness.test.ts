import { expect, it } from 'vitest'
import { createReadiness } from '../../src/platform/http/readiness.ts'

const BLOCK = { block: 7, timestamp: 1_000, halted: null, differences: 0 }

it('readiness is checked again within a second, even if the machine’s clock was set back', async () => {
  let now = 5_000_000
  let clock = 0
  let asked = 0
  const readiness = createReadiness(
    {
      indexer: () => {
        asked += 1
        return asked === 1 ? Promise.resolve(BLOCK) : Promise.reject(new Error('the database is away'))
      },
      head: () => Promise.resolve({ number: 7, timestamp: 1_000 }),
    },
    () => now,
    () => false,
    () => clock,
  )
  expect((await readiness()).checks.database.ok).toBe(true)
  clock = 999
  await readiness()
  expect(asked).toBe(1)
  clock = 1_000
  now -= 3_600_000
  expect((await readiness()).status).toBe('unavailable')
})
