import { encode } from 'uqr'
import { expect, it } from 'vitest'
import { drawInvitePicture, PICTURE } from '../../../src/pages/community/picture/invitePicture.ts'

const LINK = 'https://example.org/#/start?inviteCode=ABCD2345'

/** A context that records the filled rectangles and the texts. */
function recorded() {
  const fills: { style: string; x: number; y: number; width: number; height: number }[] = []
  const texts: { text: string; most: number }[] = []
  const context = {
    fillStyle: '',
    fillRect: (x: number, y: number, width: number, height: number) =>
      void fills.push({ style: context.fillStyle, x, y, width, height }),
    fillText: (text: string, _x: number, _y: number, most: number) => void texts.push({ text, most }),
    beginPath() {},
    arc() {},
    ellipse() {},
    fill() {},
    stroke() {},
  }
  return { context: context as unknown as CanvasRenderingContext2D, fills, texts }
}

it('has every dark module of the link’s QR code, on white, at whole pixels and inside the picture', () => {
  const { data: modules } = encode(LINK, { ecc: 'M', border: 2 })
  const { context, fills } = recorded()
  drawInvitePicture(context, {
    code: 'ABCD2345',
    modules,
    texts: { title: 't', code: 'c', promise: 'p' },
    font: 'serif',
  })
  const [, white, ...dark] = fills
  expect(white!.style).toBe('#ffffff')
  const edge = dark[0]!.width
  const [left, top] = [Math.min(...dark.map(({ x }) => x)), Math.min(...dark.map(({ y }) => y))]
  const found = new Set(dark.map(({ x, y }) => `${(x - left) / edge},${(y - top) / edge}`))
  const expected = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`${x - 2},${y - 2}`] : [])),
  )
  expect([...found].sort()).toEqual(expected.sort())
  for (const { x, y, width, height } of dark) {
    expect([x, y, width, height].every(Number.isInteger)).toBe(true)
    expect(x >= white!.x && x + width <= white!.x + white!.width).toBe(true)
    expect(y >= white!.y && y + height <= white!.y + white!.height).toBe(true)
  }
})

it('writes the whole code, and no line is wider than the picture', () => {
  const { context, texts } = recorded()
  drawInvitePicture(context, {
    code: 'ABCD2345',
    modules: [[true]],
    texts: { title: 'title', code: 'code', promise: 'promise' },
    font: 'serif',
  })
  expect(texts.map(({ text }) => text.replace(/\u2009/g, ''))).toEqual([
    'GALX',
    'title',
    'code',
    'ABCD2345',
    'promise',
  ])
  for (const { most } of texts) expect(most).toBeLessThan(PICTURE.width)
})
