import { Component, type ReactNode } from 'react'
import { retryLoading } from '../lazy.tsx'

type Props = {
  /** Drawn instead of what failed. `retry` draws the children again, and fetches what code of them has not come. */
  fallback: (error: unknown, retry: () => void) => ReactNode
  /** When it changes (another page), the error is forgotten. */
  resetKey?: string | undefined
  onError?: ((error: unknown) => void) | undefined
  children: ReactNode
}

type State = {
  failed: { error: unknown } | undefined
  resetKey: string | undefined
}

/** Keeps a fault in one part of the screen from taking the rest with it. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: { error } }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { failed: undefined, resetKey: props.resetKey }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error)
  }

  override render() {
    const { failed } = this.state
    if (failed === undefined) return this.props.children
    return this.props.fallback(failed.error, () => {
      retryLoading()
      this.setState({ failed: undefined })
    })
  }
}
