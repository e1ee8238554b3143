import { Suspense, type ReactNode } from 'react'
import { useAppStore } from '../../core/state/appStore.ts'
import { ErrorBoundary } from '../../design/Section/ErrorBoundary.tsx'

/** A lazy part of the frame. If its code does not arrive, a banner says so, and everything else stays. */
export function LazyBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={() => null} onError={() => useAppStore.setState({ codeMissing: true })}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}
