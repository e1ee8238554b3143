import { Overlay, type OverlayProps } from '../overlay/Overlay.tsx'

/** A panel at the right edge that takes half of the window. See OverlayProps. */
export function Drawer(props: OverlayProps) {
  return <Overlay placement="right" {...props} />
}
