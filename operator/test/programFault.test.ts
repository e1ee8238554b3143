import { expect, it } from 'vitest'
import { NodeSilentError } from '../src/chain/nodeFaults.ts'
import { DeploymentError, isProgramFault } from '../src/deploy/deploymentError.ts'

it.each([
  ['a property of undefined', new TypeError('Cannot read properties of undefined'), true],
  ['an unknown name', new ReferenceError('x is not defined'), true],
  ['a number outside its range', new RangeError('Invalid array length'), true],
  ['a lost connection', new TypeError('fetch failed'), false],
  ['a silent node', new NodeSilentError('http://node', 'timed out', false), false],
  ['a refused deployment', new DeploymentError('the key is missing'), false],
  ['no error at all', 'text', false],
])('%s', (_what, error, expected) => {
  expect(isProgramFault(error)).toBe(expected)
})
