import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Address, Hex } from 'viem'
import { randomWorld } from '../../../packages/protocol/test/rewards/randomWorld.ts'
import { EpochRecord } from '../../src/audit/epochRecord.ts'
import { readState, writeState } from '../../src/audit/io/stateFile.ts'
import { World, type WorldTerms } from '../../src/audit/world.ts'
import { closeEpochs, termsOf } from './rawEvents.ts'

let folder: string
let path: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'galx-state-'))
  path = join(folder, 'state')
})
afterAll(() => rmSync(folder, { recursive: true }))

const LAST = { number: 17n, hash: `0x${'cd'.repeat(32)}` as Hex }
const SIGNERS = { signer: addressOf('01'), coSigner: addressOf('02'), nonce: 7n }
function addressOf(byte: string): Address {
  return `0x${byte.repeat(20)}`
}
const WORLDS = process.env.THOROUGH === '1' ? 100 : 25

function recordOf(world: World): EpochRecord {
  return new EpochRecord(world, () => {}, new Map())
}

describe('a saved state', () => {
  it(
    'continues exactly like the world from which it was saved, at every epoch of random worlds',
    { timeout: 120_000 },
    async () => {
      let saved = 0
      for (let seed = 0; seed < WORLDS; seed++) {
        const raw = randomWorld(seed)
        const uninterrupted = await closeEpochs(raw)
        const interrupted = await closeEpochs(raw, async (world) => {
          saved++
          const record = recordOf(world)
          record.computed.set(world.epoch - 1n, { hash: world.previous!, blockNumber: 3n })
          record.signers.name(SIGNERS)
          writeState(path, { world, record, last: LAST })
          const next = new World(termsOf(raw))
          const nextRecord = recordOf(next)
          expect(await readState(path, { world: next, record: nextRecord })).toEqual(LAST)
          expect(nextRecord.computed).toEqual(record.computed)
          expect(nextRecord.signers.named).toEqual([SIGNERS])
          return next
        })
        expect(
          interrupted.map(({ header }) => header),
          `world ${seed}`,
        ).toEqual(uninterrupted.map(({ header }) => header))
      }
      expect(saved).toBeGreaterThan(3 * WORLDS)
    },
  )

  it('is refused if it is damaged, cut off, from another deployment, or not a state', async () => {
    const raw = randomWorld(1)
    const world = new World(termsOf(raw))
    writeState(path, { world, record: recordOf(world), last: LAST })
    const text = readFileSync(path, 'utf8')
    const refused = async (other: string, terms = termsOf(raw)) => {
      writeFileSync(path, other)
      const next = new World(terms)
      return readState(path, { world: next, record: recordOf(next) }).catch((error: Error) => error.message)
    }
    expect(await refused(text)).toEqual(LAST)
    expect(await refused(text.replace(' 17 ', ' 18 '))).toMatch(/is damaged: its hash differs$/)
    expect(await refused(text.replace(/^hash .*\n/m, ''))).toMatch(/is damaged: it has no end$/)
    expect(await refused(text.replace(/^next \d+/m, 'next x'))).toMatch(/is damaged at line \d+$/)
    expect(await refused('{}\n')).toMatch(/is not a state of an audit$/)
    expect(await refused(text, { ...termsOf(raw), chainId: 97 })).toMatch(/is of another chain/)
  })

  it('works with a longer list of rulesets, if the new ruleset did not apply before the state was saved', async () => {
    const raw = randomWorld(1)
    const terms = termsOf(raw)
    const world = new World(terms)
    world.epoch += 5n
    writeState(path, { world, record: recordOf(world), last: LAST })
    const read = async (rulesets: WorldTerms['rulesets']) => {
      const next = new World({ ...terms, rulesets })
      return readState(path, { world: next, record: recordOf(next) }).catch((error: Error) => error.message)
    }
    const last = terms.rulesets.at(-1)!
    const later = (firstEpoch: bigint) => ({ ...last, number: last.number + 1, firstEpoch })
    expect(await read([...terms.rulesets, later(world.epoch)])).toEqual(LAST)
    expect(await read([...terms.rulesets, later(world.epoch - 1n)])).toMatch(/was saved without ruleset \d+/)
    expect(await read([{ ...terms.rulesets[0]!, vaultCoefficient: 7n }])).toMatch(/list of rulesets$/)
  })
})
