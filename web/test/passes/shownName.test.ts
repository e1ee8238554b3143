import { describe, expect, it } from 'vitest'
import { nameProblem } from '../../src/passes/passName.ts'
import { shownName } from '../../src/passes/shownName.ts'

describe('the shown name of a pass', () => {
  it('is the name if all of it is visible', () => {
    for (const name of ['北斗', 'Vega', 'Élan 2', 'Ωμέγα', '星　河', 'é']) expect(shownName(name)).toBe(name)
  })

  it('has no invisible character, even if the contract accepts the character', () => {
    for (const [name, shown] of [
      ['Ve\u200dga', 'Vega'],
      ['Ve\u200cga', 'Vega'],
      ['Vega\ufe0f', 'Vega'],
    ] as const) {
      expect(nameProblem(name)).toBeNull()
      expect(shownName(name)).toBe(shown)
    }
  })

  it('has no invisible character even if a node answers with a name that the contract refuses', () => {
    for (const [name, shown] of [
      ['Ve\u00adga', 'Vega'],
      ['Vega\u3164', 'Vega'],
      ['\u034fVega\u{e0041}\u{e007f}', 'Vega'],
      ['\u00a0Vega\u3000', 'Vega'],
    ] as const) {
      expect(nameProblem(name)).not.toBeNull()
      expect(shownName(name)).toBe(shown)
    }
  })

  it('keeps characters that shape pictograms and letters', () => {
    for (const name of ['北斗 👩‍🚀', '👩🏽‍🚀', '❤️', '🏳️‍🌈', 'می‌خواهم', 'क्‍ष']) expect(shownName(name)).toBe(name)
  })

  it('is empty if nothing is visible', () => {
    for (const name of ['', '\u200d', '\u3164\u3164', '\u00a0\u2003', '\u2800', '\u3164\u3000\ufe0f\u2800'])
      expect(shownName(name)).toBe('')
  })
})
