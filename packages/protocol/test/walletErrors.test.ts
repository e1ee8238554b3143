// The answers of real wallets for “no” and “not now”.
import { expect, it } from 'vitest'
import { errorCode, isPending, isRefusal } from '../src/walletErrors.ts'

const REFUSALS: unknown[] = [
  { code: 4001, message: 'x' },
  { code: '4001' },
  { code: 'ACTION_REJECTED' },
  { code: 5000, message: 'User rejected.' },
  'cancel',
  'User canceled',
  '用户取消了操作',
  '已取消',
  new Error('User rejected the request.'),
  new Error('MetaMask Tx Signature: User denied transaction signature.'),
  { code: -32603, message: 'User rejected the request.' },
  { code: -32603, message: 'Internal JSON-RPC error.', data: { originalError: { code: 4001 } } },
  { code: -32000, data: { code: 4001, message: 'no' } },
  { code: -32603, message: 'failed', data: { message: 'Request was rejected by the user' } },
  { message: 'wrapped', cause: { message: 'wrapped', cause: { code: 4001 } } },
  { error: { message: 'Transaction declined' } },
  { code: -1, message: 'USER_REJECTED' },
]
it.each(REFUSALS.map((error) => [error]))('%o is the person’s refusal', (error) => {
  expect(isRefusal(error)).toBe(true)
})

const FAULTS: unknown[] = [
  null,
  undefined,
  'no network',
  new Error('execution reverted: position rejected'),
  { code: -32603, message: 'Not supported on this device' },
  { code: -32000, message: 'transaction rejected: nonce too low' },
  { code: 4100, message: 'The account is not authorised by the user' },
  { code: -32603, message: 'user operation reverted' },
  { code: 4200, message: 'method not supported' },
  { code: 5750, message: 'declined' },
  { code: -32002, message: 'Request of type wallet_requestPermissions already pending' },
]
it.each(FAULTS.map((error) => [error]))('%o is not a refusal', (error) => {
  expect(isRefusal(error)).toBe(false)
})

it.each([
  [{ code: -32002, message: 'x' }, true],
  [{ code: -32603, data: { code: -32002 } }, true],
  ['Already processing eth_requestAccounts. Please wait.', true],
  [{ code: -32603, message: 'failed' }, false],
])('%o means that a request is already open: %o', (error, pending) => {
  expect(isPending(error)).toBe(pending)
})

it.each([
  [{ code: -32603, data: { code: 5720 } }, 5720],
  [{ code: -32603, message: 'x' }, -32603],
  [{ code: -32603, cause: { code: -32000 } }, -32603],
  ['text', null],
  [undefined, null],
])('the code of %o is %o', (error, code) => {
  expect(errorCode(error)).toBe(code)
})
