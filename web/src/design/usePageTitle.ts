import { useEffect } from 'react'

/** Sets the document's title to the title of the page on the screen. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · GALX`
  }, [title])
}
