import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Vector } from '../../../packages/protocol/test/rewards/rawWorld.ts'
import { closeEpochs } from './rawEvents.ts'

const FOLDER = new URL('../../../packages/protocol/vectors/rewards/', import.meta.url)
const names = readdirSync(fileURLToPath(FOLDER)).filter((name) => name.endsWith('.json'))

describe('golden vectors', () => {
  it.each(names)('%s', async (name) => {
    const vector = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Vector
    const closed = await closeEpochs(vector)
    const { epochs } = vector.expect
    expect(epochs.length).toBeGreaterThan(0)
    expect(closed.map(({ header }) => header)).toEqual(epochs.map(({ header }) => header))
    expect(closed.map(({ hash }) => hash)).toEqual(epochs.map(({ headerHash }) => headerHash))
    expect(closed.map(({ parts }) => rowsOf(parts))).toEqual(
      epochs.map(({ rows }) => rows.map((row) => row.join(' '))),
    )
  })
})

function rowsOf(parts: readonly { text: string }[]): string[] {
  return parts.flatMap(({ text }) => text.split('\n').filter((line) => line.startsWith('0x')))
}
