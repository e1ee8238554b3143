import { Suspense, useLayoutEffect, useState } from 'react'
import { lazyWithRetry } from '../lazy.tsx'
import { noteOpener } from './opener.ts'
import type { PlacedOverlayProps } from './overlayProps.ts'

/** Loads the overlay's code; the shell calls it at the first touch, so that the first sheet opens at once. */
export function loadOverlay() {
  return import('./OverlayFrame.tsx')
}

const OverlayFrame = lazyWithRetry(loadOverlay)

/** Renders nothing until the first opening, then keeps the frame, so that it can also animate when it closes. */
export function Overlay(props: PlacedOverlayProps) {
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
