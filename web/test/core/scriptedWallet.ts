/** An EIP-1193 provider whose answers the test gives one by one, at the time it wants. */
type Open = {
  method: string
  give: (answer: unknown) => void
  fail: (code: number) => void
}

export type ScriptedWallet = {
  request: (call: { method: string }) => Promise<unknown>
  on: (event: string, listener: (payload: never) => void) => void
  emit: (event: string, payload: unknown) => void
  /** every requested method, in order */
  asked: string[]
  /** the requests without an answer yet, of one method, oldest first */
  open: (method: string) => Open[]
}

/** @param answers given at once; a request of any other method stays open until the test answers */
export function scriptedWallet(answers: Record<string, (() => unknown) | undefined> = {}): ScriptedWallet {
  const asked: string[] = []
  const open: Open[] = []
  const listeners: [string, (payload: unknown) => void][] = []
  return Object.assign(
    {
      asked,
      open: (method: string) => open.filter((item) => item.method === method),
      on: (event: string, listener: (payload: never) => void) => {
        listeners.push([event, listener as (payload: unknown) => void])
      },
      emit: (event: string, payload: unknown) => {
        for (const [name, listener] of listeners) if (name === event) listener(payload)
      },
      request: async ({ method }: { method: string }) => {
        asked.push(method)
        const answer = answers[method]
        if (answer !== undefined) return answer()
        return new Promise((resolve, reject) => {
          const entry: Open = {
            method,
            give: (given) => {
              open.splice(open.indexOf(entry), 1)
              resolve(given)
            },
            fail: (code) => {
              open.splice(open.indexOf(entry), 1)
              reject(Object.assign(new Error(`error ${code}`), { code }))
            },
          }
          open.push(entry)
        })
      },
    },
    { isTokenPocket: true },
  )
}

/** Marks an answer as an error. */
export function fails(code: number): () => never {
  return () => {
    throw Object.assign(new Error(`error ${code}`), { code })
  }
}
