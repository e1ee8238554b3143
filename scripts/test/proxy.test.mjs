import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { proxyFault } from '../proxy.mjs'

const PROXY = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://proxy.example:3128' }

it('names a proxy that would receive requests to this machine', () => {
  const line =
    'Node.js sends requests to this machine through the proxy http://proxy.example:3128 (HTTP_PROXY); start with NO_PROXY=127.0.0.1,localhost'
  expect(proxyFault(PROXY)).toBe(line)
  expect(proxyFault({ ...PROXY, NO_PROXY: 'localhost' })).toBe(line)
  expect(proxyFault({ ...PROXY, NODE_USE_ENV_PROXY: '', NODE_OPTIONS: '--use-env-proxy' })).toBe(line)
})

it.each([
  ['Node.js ignores the proxy', { HTTP_PROXY: PROXY.HTTP_PROXY }],
  ['only requests to TLS servers have a proxy', { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: PROXY.HTTP_PROXY }],
  ['this machine is excluded', { ...PROXY, no_proxy: 'localhost, 127.0.0.1' }],
  ['every host is excluded', { ...PROXY, NO_PROXY: '*' }],
])('starts where %s', (_name, environment) => {
  expect(proxyFault(environment)).toBeNull()
})

/** Older versions of Node.js ignore the variables. This module makes the version a newer one. */
const NEWER_NODE =
  'data:text/javascript,Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.0.0" } })'

it.each(['start', 'test', 'check', 'bench', 'contracts'])(
  'scripts/%s.mjs names the proxy before anything starts',
  (name) => {
    const parameters = ['--import', NEWER_NODE, join(import.meta.dirname, `../${name}.mjs`)]
    const { status, stdout, stderr } = spawnSync(process.execPath, parameters, {
      env: { PATH: process.env.PATH, ...PROXY },
      encoding: 'utf8',
      timeout: 10_000,
    })
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: `${proxyFault(PROXY)}\n` })
  },
)
