// A proxy must not receive the requests that the parts of the product send to each other on this machine.

const OWN_HOSTS = ['127.0.0.1', 'localhost']

/** @returns one line that names the proxy and the remedy; null if requests to this machine stay on this machine */
export function proxyFault(environment) {
  const { NODE_USE_ENV_PROXY, NODE_OPTIONS = '' } = environment
  if (NODE_USE_ENV_PROXY !== '1' && !NODE_OPTIONS.includes('--use-env-proxy')) return null
  const named = ['http_proxy', 'HTTP_PROXY'].find((name) => environment[name])
  if (named === undefined) return null
  const excluded = (environment.no_proxy ?? environment.NO_PROXY ?? '').split(/[,\s]+/)
  if (excluded.includes('*') || OWN_HOSTS.every((host) => excluded.includes(host))) return null
  return `Node.js sends requests to this machine through the proxy ${environment[named]} (${named}); start with NO_PROXY=${OWN_HOSTS.join(',')}`
}

/** Ends the program with the line of `proxyFault`, if there is a fault. */
export function refuseProxy() {
  // Older versions of Node.js ignore these variables.
  const fault = Number(process.versions.node.split('.')[0]) < 22 ? null : proxyFault(process.env)
  if (fault === null) return
  console.error(fault)
  process.exit(1)
}
