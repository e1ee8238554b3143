import { expect, it } from 'vitest'
import { parseDeployment } from '../src/deployment.ts'

it.each([
  ['{"version": 1', 'it is not JSON'],
  ['[]', /^\/ must be object/],
  ['{"version": 2}', /^\//],
])('a text that is no deployment, %s, is refused in words', (text, words) => {
  expect(() => parseDeployment(text)).toThrow(words)
})
