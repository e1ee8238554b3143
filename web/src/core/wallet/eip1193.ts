/** EIP-1193 as real wallets implement it: the request function and, nearly always, events. */
export type Eip1193Provider = {
  request(call: { method: string; params?: readonly unknown[] | object }): Promise<unknown>
  on?(event: string, listener: (payload: never) => void): unknown
  removeListener?(event: string, listener: (payload: never) => void): unknown
}
