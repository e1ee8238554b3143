/** The methods of a path, for a request with another method. The framework matches path and method together, so it finds no route. */
import type { FastifyInstance } from 'fastify'

/**
 * Call it before the first route is installed.
 * @returns the methods of a request's target, as in the `Allow` header; none if no route has the path
 */
export function collectMethods(app: FastifyInstance): (target: string) => string[] {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ method, url }) => {
    // The CORS plugin answers OPTIONS at every path.
    if (url === '*') return
    const { methods } = routes.get(url) ?? { methods: new Set(['OPTIONS']) }
    for (const one of [method].flat()) methods.add(one)
    // For a plugin's folder, only its HEAD is reported, not its GET.
    if (methods.has('HEAD')) methods.add('GET')
    routes.set(url, { pattern: patternOf(url), methods })
  })
  return (target) => {
    const path = target.replace(/^https?:\/\/[^/]*/i, '').split('?', 1)[0]!
    const route = [...routes.values()].find(({ pattern }) => pattern.test(path))
    return [...(route?.methods ?? [])].sort()
  }
}

/** The pattern of a route's address with parameters (`:name`), or with any end (`*`). */
function patternOf(url: string): RegExp {
  const source = url
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/:\w+/g, '[^/]+')
    .replaceAll('*', '.*')
  return new RegExp(`^${source}$`)
}
