import { create } from 'zustand'

/** The least milliseconds for which the bar is shown, so that it never only flickers. */
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

/** The new page, or its error, is on the screen. */
export function endProgress(): void {
  clearTimeout(timer)
  const rest = Math.max(0, shortest - (performance.now() - startedAt))
  timer = setTimeout(() => useNavigationProgress.setState({ running: false }), rest)
}
