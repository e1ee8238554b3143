import { Overlay } from '../overlay/Overlay.tsx'
import type { OverlayProps } from '../overlay/overlayProps.ts'

/** A sheet that rises from the lower edge, for choices and confirmations. See OverlayProps. */
export function Sheet(props: OverlayProps) {
  return <Overlay placement="bottom" {...props} />
}
