/** Every page, in a separate chunk that the first route never loads: routes.ts knows the home page itself. */
import { PAGE_NAMES, type PageName } from '@galx/protocol/products'
import { PreparingPage } from '../pages/preparing/PreparingPage.tsx'
import { Redirect } from '../shell/navigation/Redirect.tsx'
import { useLocation } from '../shell/navigation/useLocation.ts'
import { homePath, type PageModule } from './pageModule.ts'

/** A page counts as built if its file exists: `products/<product>/<page>.page.tsx` or `pages/<folder>/<page>.page.tsx`. */
const files = import.meta.glob<PageModule>(['../products/*/*.page.tsx', '../pages/*/*.page.tsx'])

const builtPages = new Map(
  Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.page\.tsx$/g, ''), load]),
)

/** @returns the page by this name; the placeholder for a page that is not built yet; a redirect to the home page for any other name */
export async function loadOtherPage(name: string): Promise<PageModule> {
  const load = builtPages.get(name)
  if (load !== undefined) return load()
  if (!(PAGE_NAMES as readonly string[]).includes(name)) return { default: RedirectHome }
  return { default: () => <PreparingPage name={name as PageName} /> }
}

/** Keeps the address's parameters, such as an invitation. */
function RedirectHome() {
  const { search } = useLocation()
  return <Redirect to={`${homePath}${search}`} />
}
