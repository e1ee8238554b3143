import { useAppStore } from '../state/appStore.ts'

/** The minimum number of milliseconds between two checks. A visible page checks exactly this often. */
const PAUSE = 300_000

/** The script that starts this page; null in the development server. The name changes with the content of any file that the script can load. */
export function ownStart(): string | null {
  const parts = [...document.querySelectorAll('link[rel=modulepreload]:not([data-ahead])')]
  return parts.pop()?.getAttribute('href') ?? null
}

/** The host's present start script; null if it is not known. */
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
 * Notices a new version of the app on the host. Sends one small request every five minutes, none while the page is hidden,
 * and none after a new version was found.
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
