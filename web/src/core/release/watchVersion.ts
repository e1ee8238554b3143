import { useAppStore } from '../state/appStore.ts'

/** Milliseconds between two looks, at least; in a page that is looked at, exactly. */
const PAUSE = 300_000

/** The script that starts this page; null in the development server. Its name changes with whatever it can load. */
function ownStart(): string | null {
  const parts = [...document.querySelectorAll('link[rel=modulepreload]:not([data-ahead])')]
  return parts.pop()?.getAttribute('href') ?? null
}

/** The one that the host has now; null where that is not known. */
async function presentStart(): Promise<string | null> {
  try {
    const response = await fetch('./version.json', { cache: 'no-cache' })
    const { start } = (await response.json()) as { start?: unknown }
    return response.ok && typeof start === 'string' ? start : null
  } catch {
    return null
  }
}

let end: (() => void) | null = null

/**
 * Notices that the host has another version of the app by now: one small request in five minutes, none while nobody looks at
 * the page, none after the answer is yes.
 */
export function watchVersion(): void {
  end?.()
  const own = ownStart()
  if (own === null) return
  let looked = performance.now()
  const look = () => {
    if (document.hidden || performance.now() - looked < PAUSE) return
    looked = performance.now()
    void presentStart().then((present) => {
      if (present === null || present === own) return
      end?.()
      useAppStore.setState({ newVersion: true })
    })
  }
  const timer = setInterval(look, PAUSE)
  end = () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
  document.addEventListener('visibilitychange', look)
}
