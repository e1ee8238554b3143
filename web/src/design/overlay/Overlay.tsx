import { lazy, Suspense, useLayoutEffect, useState, type ReactNode } from 'react'
import { noteOpener } from './opener.ts'

export interface OverlayProps {
  open: boolean
  /** Called for Escape, the back button, the close button and a tap beside it. */
  onClose: () => void
  /** Heading and accessible name. */
  title: string
  /** Keeps the heading for screen readers alone. */
  hideTitle?: boolean | undefined
  children: ReactNode
  /** Stays at the foot while the body scrolls; usually the buttons. */
  footer?: ReactNode | undefined
  /** false: only the content's own buttons close it. */
  dismissible?: boolean | undefined
}

/** Loads the overlay's code; the shell calls it at the first touch, so that the first sheet opens at once. */
export const loadOverlay = () => import('./OverlayFrame.tsx')

const OverlayFrame = lazy(loadOverlay)

/** Renders nothing until first opened, then keeps the frame so that it can also leave with its motion. */
export function Overlay(props: OverlayProps & { placement: 'bottom' | 'right' | 'center' }) {
  const [used, setUsed] = useState(props.open)
  useLayoutEffect(() => {
    if (props.open) noteOpener()
  }, [props.open])
  if (props.open && !used) setUsed(true)
  if (!used) return null
  return (
    <Suspense fallback={null}>
      <OverlayFrame {...props} />
    </Suspense>
  )
}
