import { Overlay, type OverlayProps } from '../overlay/Overlay.tsx'

/** A sheet that rises from the lower edge, for choices and confirmations. See OverlayProps. */
export function Sheet(props: OverlayProps) {
  return <Overlay placement="bottom" {...props} />
}
