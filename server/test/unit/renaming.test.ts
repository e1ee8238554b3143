import { describe, expect, it } from 'vitest'
import { renamed, type Rename } from '../../src/platform/database/renaming.ts'

/** Stands for a pool or a transaction, and keeps the strings of its statements. */
function handleKeeping(sent: unknown[]) {
  return (strings: TemplateStringsArray, ..._values: unknown[]) => void sent.push(strings)
}

describe('renamed handles', () => {
  const rename: Rename = (text) => text.replaceAll('galx.', 'galx_shadow.')
  const statement = (sql: ReturnType<typeof handleKeeping>) => sql`select ${1} from galx.cursor`

  it('send the renamed text', () => {
    const sent: string[][] = []
    statement(renamed(handleKeeping(sent), rename))
    expect([...sent[0]!]).toEqual(['select ', ' from galx_shadow.cursor'])
  })

  it('of one renaming send the same array in each transaction, because the driver keeps each array for ever', () => {
    const sent: unknown[] = []
    statement(renamed(handleKeeping(sent), rename))
    statement(renamed(handleKeeping(sent), rename))
    expect(sent[0]).toBe(sent[1])
  })

  it('rename the statements of each transaction', () => {
    let renames = 0
    const counting: Rename = (text) => ((renames += 1), text)
    for (let sent = 1; sent <= 3; sent += 1) {
      statement(renamed(handleKeeping([]), counting))
      expect(renames).toBe(2 * sent)
    }
  })

  it('of two renamings send their own texts', () => {
    const sent: string[][] = []
    statement(renamed(handleKeeping(sent), rename))
    statement(renamed(handleKeeping(sent), (text) => text.replaceAll('galx.', 'other.')))
    expect(sent.map(([, end]) => end)).toEqual([' from galx_shadow.cursor', ' from other.cursor'])
  })
})
