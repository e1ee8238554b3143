/** Which methods a path has, for a request by another one: the framework looks for path and method at once, and finds neither then. */
import type { FastifyInstance } from 'fastify'

/**
 * Call it before the first route is installed.
 * @returns the methods of a request's target, as `Allow` names them; none where no route has its path
 */
export function collectMethods(app: FastifyInstance): (target: string) => string[] {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ method, url }) => {
    // The plugin of CORS answers OPTIONS at every path.
    if (url === '*') return
    const { methods } = routes.get(url) ?? { methods: new Set(['OPTIONS']) }
    for (const one of [method].flat()) methods.add(one)
    // A plugin's GET of a folder is told by its HEAD alone.
    if (methods.has('HEAD')) methods.add('GET')
    routes.set(url, { pattern: patternOf(url), methods })
  })
  return (target) => {
    const path = target.replace(/^https?:\/\/[^/]*/i, '').split('?', 1)[0]!
    const route = [...routes.values()].find(({ pattern }) => pattern.test(path))
    return [...(route?.methods ?? [])].sort()
  }
}

/** Of a route's address with parameters (`:name`), or with anything at its end (`*`). */
function patternOf(url: string): RegExp {
  const source = url
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/:\w+/g, '[^/]+')
    .replaceAll('*', '.*')
  return new RegExp(`^${source}$`)
}
