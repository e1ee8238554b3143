/** The toast on the screen. Plain code (a transaction, an API error) can show a toast without React. */
type ToastKind = 'info' | 'good' | 'bad'

export type ShownToast = {
  id: number
  text: string
  kind: ToastKind
}

export type ToastOptions = {
  kind?: ToastKind | undefined
  /** Milliseconds; 3000 by default. */
  duration?: number | undefined
}

let shown: ShownToast | undefined
let count = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function show(next: ShownToast | undefined) {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows a short text above everything and replaces an earlier toast. The toast disappears by itself. */
export function toast(text: string, { kind = 'info', duration = 3000 }: ToastOptions = {}): void {
  clearTimeout(timer)
  count += 1
  show({ id: count, text, kind })
  timer = setTimeout(() => show(undefined), duration)
}

export function shownToast(): ShownToast | undefined {
  return shown
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
