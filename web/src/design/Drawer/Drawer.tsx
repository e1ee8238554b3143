import { Overlay } from '../overlay/Overlay.tsx'
import type { OverlayProps } from '../overlay/overlayProps.ts'

/** A panel at the right edge that takes half of the window. See OverlayProps. */
export function Drawer(props: OverlayProps) {
  return <Overlay placement="right" {...props} />
}
