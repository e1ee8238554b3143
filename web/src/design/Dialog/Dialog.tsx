import { Overlay } from '../overlay/Overlay.tsx'
import type { OverlayProps } from '../overlay/overlayProps.ts'

/** A dialog in the middle of the window, for announcements and questions. See OverlayProps. */
export function Dialog(props: OverlayProps) {
  return <Overlay placement="center" {...props} />
}
