/**
 * What the first paint of /galx needs comes in three files: every further request costs more than the few bytes that one
 * visit does not use. React and the app are two files because they are evaluated in two tasks (public/boot.js), and a
 * phone stays responsive in between; the texts are one file for each language. What belongs to them is not listed: it is
 * all that main.tsx and the home page import statically.
 */
const ROOTS = [/\/web\/src\/main\.tsx$/, /\/web\/src\/products\/galx\/galx\.page\.tsx$/]

const LIBRARY = [
  /node_modules\/(react|react-dom|scheduler|zustand)\/|react-module:(react|react-dom)(\/|$)/,
  // The bundler's own helpers, which would be requests of a few bytes each
  /preload-helper|rolldown[\\/:]runtime|@oxc-project.runtime/,
]

const TEXTS = /[tT]exts\.(zh|en)\.ts$/

interface ModuleInfo {
  importers: readonly string[]
  dynamicImporters: readonly string[]
}
interface Modules {
  getModuleInfo(id: string): ModuleInfo | null
}

/** Whether a module is a root or imported statically, over any number of steps, by one. */
function createReach() {
  const known = new Map<string, boolean>()
  return function isReached(id: string, modules: Modules): boolean {
    if (ROOTS.some((root) => root.test(id))) return true
    const before = known.get(id)
    if (before !== undefined) return before
    // While it is worked out: a circle back to itself reaches nothing.
    known.set(id, false)
    const reached = (modules.getModuleInfo(id)?.importers ?? []).some((importer) =>
      isReached(importer, modules),
    )
    known.set(id, reached)
    return reached
  }
}

/** The groups of the bundler's code splitting. */
export function firstRoute() {
  const isReached = createReach()
  return [
    {
      debugName: 'first route',
      name: (id: string, modules: Modules) => {
        if (LIBRARY.some((pattern) => pattern.test(id))) return 'library'
        const language = TEXTS.exec(id)?.[1]
        if (language === undefined) return isReached(id, modules) ? 'app' : null
        const importers = modules.getModuleInfo(id)?.dynamicImporters ?? []
        return importers.some((importer) => isReached(importer, modules)) ? `texts-${language}` : null
      },
    },
  ]
}
