import type { ReactNode } from 'react'

export type OverlayProps = {
  open: boolean
  /** Called for Escape, the back button, the close button and a tap beside the overlay. */
  onClose: () => void
  /** Heading and accessible name. */
  title: string
  /** Shows the heading only to screen readers. */
  hideTitle?: boolean | undefined
  children: ReactNode
  /** Stays at the foot while the body scrolls; usually the buttons. */
  footer?: ReactNode | undefined
  /** false: only the content's own buttons close it. */
  dismissible?: boolean | undefined
}

/** The place of an overlay: a sheet at the lower edge, a drawer at the right, a dialog in the middle. */
export type PlacedOverlayProps = {
  placement: 'bottom' | 'right' | 'center'
} & OverlayProps
