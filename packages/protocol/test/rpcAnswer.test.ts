import { expect, it } from 'vitest'
import { readAnswer } from '../src/rpcAnswer.ts'

it.each([
  ['{"jsonrpc":"2.0","id":1,"result":"0x1"}', 200, { result: '0x1' }],
  ['{"jsonrpc":"2.0","id":1,"result":null}', 200, { result: null }],
  ['{"id":1,"error":{"code":-32000,"message":"no"}}', 200, { error: { code: -32000, message: 'no' } }],
  [
    '<html>\n<h1>429 Too Many Requests</h1><p>nginx</p></html>',
    429,
    { words: '429 Too Many Requests nginx' },
  ],
  ['{"message":"Forbidden"}', 403, { words: 'Forbidden' }],
  ['', 502, { words: 'HTTP 502' }],
])('reads the body %s', (body, status, answer) => {
  expect(readAnswer(body, status)).toEqual(answer)
})
