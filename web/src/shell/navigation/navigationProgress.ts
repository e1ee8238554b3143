import { create } from 'zustand'

/** Shown at least this long, in milliseconds: a bar that only flickers would say less than none. */
const shortest = 240

type Progress = {
  running: boolean
}

export const useNavigationProgress = create<Progress>()(() => ({ running: false }))

let startedAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** A navigation has begun. */
export function startProgress(): void {
  clearTimeout(timer)
  startedAt = performance.now()
  useNavigationProgress.setState({ running: true })
}

/** The page that was navigated to is on the screen (or its error is). */
export function endProgress(): void {
  clearTimeout(timer)
  const rest = Math.max(0, shortest - (performance.now() - startedAt))
  timer = setTimeout(() => useNavigationProgress.setState({ running: false }), rest)
}
