import { useEffect } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { routeOf } from '../../routes/routes.tsx'
import { useLocation } from '../navigation/useLocation.ts'

/** Keeps the document's title that of the page, in the language in use. */
export function PageTitle() {
  const { pathname } = useLocation()
  const texts = useTexts().shell
  const name = routeOf(pathname)?.name
  useEffect(() => {
    document.title = name === undefined ? texts.appName : `${texts.pageNames[name]} · ${texts.appName}`
  }, [name, texts])
  return null
}
