import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { POOL_KEYS } from '@galx/protocol/products'
import { describe, expect, it } from 'vitest'

type Colour = [red: number, green: number, blue: number, alpha: number]

function parse(text: string): Colour {
  const hex = /^#([0-9a-f]{6})$/i.exec(text)?.[1]
  if (hex !== undefined) {
    const part = (index: number) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16)
    return [part(0), part(1), part(2), 1]
  }
  const numbers = text.match(/[\d.]+/g)?.map(Number)
  if (numbers?.length !== 4) throw new Error(`not a colour: ${text}`)
  return numbers as Colour
}

/** A translucent colour laid over an opaque one. */
function over(top: Colour, ground: Colour): Colour {
  const mix = (index: 0 | 1 | 2) => top[index] * top[3] + ground[index] * (1 - top[3])
  return [mix(0), mix(1), mix(2), 1]
}

function luminance([red, green, blue]: Colour): number {
  const linear = (part: number) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function contrast(first: Colour, second: Colour): number {
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** The design's tokens, and the colours of every product's pools. */
const sheets = [
  'src/design/tokens.css',
  ...readdirSync('src/products').map((name) => `src/products/${name}/colours.css`),
].map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : ''))
function block(selector: string) {
  return sheets
    .map((css) => css.slice(css.indexOf(`${selector} {`), css.indexOf('\n}', css.indexOf(`${selector} {`))))
    .join('\n')
}
function tokensOf(text: string) {
  return Object.fromEntries(
    [...text.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6}|rgba\([^)]*\));/gi)].map((m) => [m[1], m[2]]),
  )
}
const dark = tokensOf(block(':root'))
const themes = { dark, light: { ...dark, ...tokensOf(block(":root[data-theme='light']")) } }

describe.each(Object.entries(themes))('colours of the %s theme', (_, theme) => {
  const colour = (name: string) => parse(theme[name] ?? `missing ${name}`)
  const grounds = ['bg', 'surface', 'raised']

  it.each(['text', 'muted', 'faint', 'accent-text', 'good', 'bad', 'info'])(
    '%s is readable on every surface',
    (name) => {
      for (const ground of grounds) expect(contrast(colour(name), colour(ground))).toBeGreaterThanOrEqual(4.5)
    },
  )

  it('muted text is readable on wells too', () => {
    for (const ground of grounds) {
      expect(contrast(colour('muted'), over(colour('well'), colour(ground)))).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('text on the accent is readable, tinted marks as well', () => {
    expect(contrast(colour('on-accent'), colour('accent'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colour('on-accent'), colour('accent-press'))).toBeGreaterThanOrEqual(4.5)
    for (const [text, tint] of [
      ['accent-text', 'accent-soft'],
      ['good', 'good-soft'],
      ['bad', 'bad-soft'],
      ['info', 'info-soft'],
    ] as const) {
      expect(contrast(colour(text), over(colour(tint), colour('surface')))).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('a pool’s colour and a control stand out from every surface, and text is readable on the glow', () => {
    for (const pool of POOL_KEYS) {
      for (const ground of [...grounds, 'well'])
        expect(
          contrast(colour(`pool-${pool}`), colour(ground)),
          `${pool} on ${ground}`,
        ).toBeGreaterThanOrEqual(3)
      for (const text of ['text', 'muted', 'faint'])
        expect(contrast(colour(text), colour(`glow-${pool}`)), `${text} on ${pool}`).toBeGreaterThanOrEqual(
          4.5,
        )
    }
    for (const ground of ['surface', 'raised', 'well'])
      expect(contrast(colour('control'), colour(ground)), ground).toBeGreaterThanOrEqual(3)
  })

  it('the focus ring stands out from every surface', () => {
    for (const ground of grounds) expect(contrast(colour('focus'), colour(ground))).toBeGreaterThanOrEqual(3)
  })
})
