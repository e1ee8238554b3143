import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Pixels of a property in a rule; for a variable, the variable's default. */
function pixels(sheet: string, rule: string, property: string): number {
  const css = readFileSync(join(import.meta.dirname, '../../src', sheet), 'utf8')
  // The rule's selector may be part of a list, and the rule may occur several times: the last occurrence counts.
  const bodies = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
    .filter(([, selectors]) => selectors?.split(',').some((one) => one.trim().endsWith(rule)))
    .map(([, , body]) => body ?? '')
  const values = bodies.flatMap((body) =>
    [
      ...body.matchAll(new RegExp(`(?:^|[\\s;])${property}: (?:var\\([\\w-]+, )?(-?\\d+)(?:px)?\\b`, 'g')),
    ].map(([, value]) => Number(value)),
  )
  const last = values.at(-1)
  if (last === undefined) throw new Error(`${sheet} has no ${property} in ${rule}`)
  return last
}

/** The pixels by which a pseudo-element exceeds its box, in both directions together. */
function beyond(sheet: string, rule: string, [one, other]: readonly [string, string]): number {
  return -pixels(sheet, rule, one) - pixels(sheet, rule, other)
}

const HEIGHT = ['top', 'bottom'] as const
const WIDTH = ['left', 'right'] as const

describe('small elements have a tap area of 44 px', () => {
  it('an address and the link to the explorer', () => {
    const sheet = 'design/AddressTag/AddressTag.module.css'
    expect(pixels(sheet, '.copy', 'min-height') + beyond(sheet, '.copy::after', HEIGHT)).toBe(44)
    expect(pixels(sheet, '.link', 'height') + beyond(sheet, '.link::after', HEIGHT)).toBe(44)
    expect(pixels(sheet, '.link', 'width') + beyond(sheet, '.link::after', WIDTH)).toBe(44)
    const row = 'design/PositionRow/PositionRow.module.css'
    expect(
      pixels(sheet, '.copy', 'min-height') -
        pixels(row, '.title', '--tap-above') -
        pixels(row, '.title', '--tap-below'),
    ).toBe(44)
  })

  it('a time', () => {
    expect(pixels('design/RelativeTime/RelativeTime.module.css', '.time::after', 'height')).toBe(44)
  })

  it('the home link without room for its word', () => {
    const mark = 26
    expect(mark + beyond('shell/header/Header.module.css', '.logo::after', WIDTH)).toBe(44)
  })

  it('the button for the whole balance, above the token’s button', () => {
    const sheet = 'swap/swap.module.css'
    expect(pixels(sheet, '.link', 'line-height') + beyond(sheet, '.link::after', HEIGHT)).toBe(44)
    expect(pixels(sheet, '.link::after', 'bottom')).toBe(0)
    // "All" is the button's shortest text: 17 px wide in the smallest type.
    const padding = 4
    expect(17 + 2 * padding + beyond(sheet, '.link::after', WIDTH)).toBeGreaterThanOrEqual(44)
  })

  it('the link to the check of reserves, and the limits of the sandwich guard', () => {
    expect(pixels('staking/proof/ProofChip.module.css', '.chip', 'min-height')).toBe(44)
    expect(pixels('swap/swap.module.css', '.limits summary', 'min-height')).toBe(44)
  })
})
