import { useEffect } from 'react'

/** Keeps the document's title that of the page on the screen. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · GALX`
  }, [title])
}
