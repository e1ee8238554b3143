import { describe, expect, it } from 'vitest'
import { constellationOf, mintAction, passState, type MintSituation } from '../../src/passes/passModel.ts'
import { pictureOf } from '../../src/passes/passReaders.ts'
import { ACCOUNT, ONE } from '../staking/fixtures.ts'

const DAY = 86_400
const BOND = 10_000n * ONE

describe('a pass', () => {
  it('is live, cools down by the second, and is free from the exact second that the contract allows', () => {
    const at = (now: number) => passState({ unbondingUntil: 7 * DAY }, 7 * DAY, now)
    expect(passState({ unbondingUntil: 0 }, 7 * DAY, 5)).toEqual({ kind: 'live' })
    expect(at(0)).toEqual({ kind: 'cooling', until: 7 * DAY, left: 7 * DAY, elapsed: 0 })
    expect(at(3.5 * DAY)).toMatchObject({ kind: 'cooling', elapsed: 0.5 })
    expect(at(7 * DAY - 0.25)).toMatchObject({ kind: 'cooling', left: 0.25 })
    expect(at(7 * DAY)).toEqual({ kind: 'free', until: 7 * DAY })
    // The node's time is behind the block in which the cool-down started.
    expect(at(-60)).toMatchObject({ elapsed: 0 })
  })

  it('has a constellation within its field, which is always the same and differs from another pass’s', () => {
    const seen = new Set<string>()
    for (let id = 1n; id <= 200n; id += 1n) {
      const stars = constellationOf(id)
      expect(stars).toEqual(constellationOf(id))
      for (const { x, y } of stars) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(260)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThanOrEqual(80)
      }
      seen.add(JSON.stringify(stars))
    }
    expect(seen.size).toBe(200)
  })
})

describe('opening a node', () => {
  const ready: MintSituation = {
    name: '北斗',
    address: ACCOUNT,
    connection: 'connected',
    busy: false,
    balance: BOND,
    bond: BOND,
    unread: false,
  }
  it('asks for one step at a time', () => {
    const action = (change: Partial<MintSituation>) => mintAction({ ...ready, ...change })
    expect(action({ address: null, connection: 'connecting' })).toEqual({ kind: 'connect', busy: true })
    expect(action({ connection: 'wrongChain' })).toEqual({ kind: 'switch' })
    expect(action({ busy: true })).toEqual({ kind: 'wait' })
    expect(action({ bond: undefined })).toEqual({ kind: 'loading' })
    expect(action({ bond: undefined, unread: true })).toEqual({ kind: 'unread' })
    expect(action({ balance: BOND - 1n })).toEqual({ kind: 'short', missing: 1n })
    expect(action({ name: '' })).toEqual({ kind: 'enter' })
    expect(action({ name: ' Vega' })).toEqual({ kind: 'wrongName' })
    // A balance that cannot be read does not block: the machine reads it again before anything is signed.
    expect(action({ balance: undefined })).toEqual({ kind: 'mint', name: '北斗', bond: BOND })
  })
})

describe('the picture of a pass', () => {
  const uri = (metadata: object) => `data:application/json;base64,${btoa(JSON.stringify(metadata))}`
  it('is used only if the data itself contains the picture', () => {
    const image = 'data:image/svg+xml;base64,PHN2Zy8+'
    expect(pictureOf(uri({ image }))).toBe(image)
    for (const foreign of ['https://evil.example/x.svg', 'data:text/html;base64,PHN2Zy8+', 'javascript:1', 7])
      expect(pictureOf(uri({ image: foreign }))).toBeNull()
    expect(pictureOf('https://evil.example/1.json')).toBeNull()
    expect(pictureOf('data:application/json;base64,%%%')).toBeNull()
  })
})
