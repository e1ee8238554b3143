import { Component, type ReactNode } from 'react'
import { retryLoading } from '../lazy.tsx'

type Props = {
  /** Drawn in place of failed children. `retry` draws the children again, and loads their missing code again. */
  fallback: (error: unknown, retry: () => void) => ReactNode
  /** A change of this key (another page) clears the error. */
  resetKey?: string | undefined
  onError?: ((error: unknown) => void) | undefined
  children: ReactNode
}

type State = {
  failed: { error: unknown } | undefined
  resetKey: string | undefined
}

/** Keeps an error in one part of the screen from breaking the rest. */
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
