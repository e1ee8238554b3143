import { expect, test } from 'vitest'
import { nodeNamedTwice } from '../src/nodes.ts'

const NODE = 'https://node.example/key'

test.each([
  'https://node.example/key',
  'HTTPS://NODE.example:443/key',
  'https://name:password@node.example/key',
  'https://node.example/key#second',
])('%s leads to the same node', (url) => {
  expect(nodeNamedTwice(['https://other.example', NODE, url])).toBe(url)
})

test.each([
  'http://node.example/key',
  'https://node.example:8545/key',
  'https://node.example/other',
  'https://node.example/key?network=bsc',
])('%s leads to another node', (url) => {
  expect(nodeNamedTwice([NODE, url])).toBeNull()
})
