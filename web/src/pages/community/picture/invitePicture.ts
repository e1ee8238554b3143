/** The picture of an invitation: the code, and the link as a QR code. Drawn on this device. */

export type InvitePicture = {
  code: string
  /** the QR code's modules by row, the quiet zone included; true is dark */
  modules: readonly (readonly boolean[])[]
  texts: { title: string; code: string; promise: string }
  font: string
}

/** Pixels. The form that messengers show whole. */
export const PICTURE = { width: 1080, height: 1350 } as const

const MARGIN = 96
const QR_EDGE = 640

/** Draws the picture. Its colours are those of the dark theme, and the QR code is dark on white, as scanners need. */
export function drawInvitePicture(
  context: CanvasRenderingContext2D,
  { code, modules, texts, font }: InvitePicture,
): void {
  const { width, height } = PICTURE
  context.fillStyle = '#07080d'
  context.fillRect(0, 0, width, height)
  orbit(context, width - 130, 150)
  context.textBaseline = 'alphabetic'
  context.fillStyle = '#eef1f6'
  write(context, 'GALX', { x: MARGIN, y: 150, font: `800 64px ${font}` })
  write(context, texts.title, { x: MARGIN, y: 240, font: `600 44px ${font}` })

  const left = (width - QR_EDGE) / 2
  const top = 320
  context.fillStyle = '#ffffff'
  context.fillRect(left, top, QR_EDGE, QR_EDGE)
  // Whole pixels: a scanner reads sharp edges best.
  const module = Math.floor(QR_EDGE / modules.length)
  const start = Math.floor((QR_EDGE - module * modules.length) / 2)
  context.fillStyle = '#0b0e14'
  for (const [y, row] of modules.entries())
    for (const [x, dark] of row.entries())
      if (dark) context.fillRect(left + start + x * module, top + start + y * module, module, module)

  context.fillStyle = '#9aa3b5'
  write(context, texts.code, { x: width / 2, y: 1050, font: `500 36px ${font}`, centred: true })
  context.fillStyle = '#ffb938'
  write(context, [...code].join('\u2009'), {
    x: width / 2,
    y: 1150,
    font: `700 92px ${font}`,
    centred: true,
  })
  context.fillStyle = '#9aa3b5'
  write(context, texts.promise, { x: width / 2, y: 1260, font: `400 34px ${font}`, centred: true })
}

type Line = { x: number; y: number; font: string; centred?: boolean }

/** Writes a line, smaller if it would be wider than the picture's margins allow. */
function write(context: CanvasRenderingContext2D, text: string, { x, y, font, centred = false }: Line): void {
  context.font = font
  context.textAlign = centred ? 'center' : 'left'
  context.fillText(text, x, y, PICTURE.width - 2 * MARGIN)
}

/** The product's mark: a planet with a ring. */
function orbit(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.fillStyle = '#eef1f6'
  context.beginPath()
  context.arc(x, y, 34, 0, 2 * Math.PI)
  context.fill()
  context.strokeStyle = '#ffb938'
  context.lineWidth = 12
  context.beginPath()
  context.ellipse(x, y, 78, 33, -0.42, 0, 2 * Math.PI)
  context.stroke()
}
