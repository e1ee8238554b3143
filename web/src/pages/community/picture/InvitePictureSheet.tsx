import { useEffect, useState } from 'react'
import { Button } from '../../../design/Button/Button.tsx'
import { ErrorState } from '../../../design/ErrorState/ErrorState.tsx'
import { Sheet } from '../../../design/Sheet/Sheet.tsx'
import { Skeleton } from '../../../design/Skeleton/Skeleton.tsx'
import { saveFile } from '../../../design/saveFile.ts'
import { useTexts } from '../../../i18n/useTexts.ts'
import { drawInvitePicture, PICTURE } from './invitePicture.ts'
import styles from './InvitePictureSheet.module.css'
import { pictureTexts } from './texts.ts'

export type InvitePictureSheetProps = {
  code: string
  /** the link in the QR code */
  link: string
  open: boolean
  onClose: () => void
}

/** The picture of an invitation, to share or to save. A wallet's browser may do neither, so a long press on the picture works too. */
export default function InvitePictureSheet({ code, link, open, onClose }: InvitePictureSheetProps) {
  const texts = useTexts(pictureTexts)
  const [drawn, setDrawn] = useState<HTMLCanvasElement | 'failed' | null>(null)
  useEffect(() => {
    let live = true
    void draw(code, link, texts)
      .catch(() => 'failed' as const)
      .then((result) => live && setDrawn(result))
    return () => {
      live = false
    }
  }, [code, link, texts])
  const canvas = drawn instanceof HTMLCanvasElement ? drawn : null
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={texts.title}
      footer={
        canvas !== null && (
          <Button wide onClick={() => void share(canvas, `galx-${code}.png`, link)}>
            {texts.share}
          </Button>
        )
      }
    >
      <div className={styles.picture}>
        {drawn === 'failed' ? (
          <ErrorState title={texts.failed} />
        ) : canvas === null ? (
          <Skeleton shape="block" height="420px" />
        ) : (
          <img
            src={canvas.toDataURL('image/png')}
            alt={texts.alt(code)}
            width={PICTURE.width}
            height={PICTURE.height}
          />
        )}
        <p>{texts.hint}</p>
      </div>
    </Sheet>
  )
}

/** @throws Error if the encoder does not arrive, or if the browser draws nothing */
async function draw(
  code: string,
  link: string,
  { head, code: label, promise }: ReturnType<typeof pictureTexts.current>,
): Promise<HTMLCanvasElement> {
  const { encode } = await import('uqr')
  const canvas = document.createElement('canvas')
  canvas.width = PICTURE.width
  canvas.height = PICTURE.height
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  drawInvitePicture(context, {
    code,
    modules: encode(link, { ecc: 'M', border: 2 }).data,
    texts: { title: head, code: label, promise },
    font: getComputedStyle(document.body).fontFamily,
  })
  return canvas
}

/** Opens the system's sheet for sharing. If there is none, saves the picture as a file. */
async function share(canvas: HTMLCanvasElement, name: string, link: string): Promise<void> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob === null) return
  const files = [new File([blob], name, { type: 'image/png' })]
  const { canShare } = navigator as Partial<Navigator>
  if (canShare?.call(navigator, { files }) !== true) return saveFile(blob, name)
  // The person may close the system's sheet: nothing has failed then.
  await navigator.share({ files, text: link }).catch(() => {})
}
