import { expect, test } from 'vitest'
import { count, host } from '../../src/platform/environment.ts'

test('an empty variable counts as not set: the status is served only on this machine', () => {
  expect(host({ HOST: ' ' })).toBe('127.0.0.1')
  expect(count({ RPC_TIMEOUT_MS: '' }, 'RPC_TIMEOUT_MS', 10_000)).toBe(10_000)
})
