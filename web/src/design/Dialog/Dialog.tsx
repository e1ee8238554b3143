import { Overlay, type OverlayProps } from '../overlay/Overlay.tsx'

/** A dialog in the middle of the window, for announcements and questions. See OverlayProps. */
export function Dialog(props: OverlayProps) {
  return <Overlay placement="center" {...props} />
}
