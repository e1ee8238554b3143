/** Database handles that change each statement before it is sent, so that the same code works on other tables. */

/** Changes a statement's text. Parameters are not changed. */
export type Rename = (text: string) => string

const renames = new WeakMap<object, Rename>()

/** Null if statements are sent unchanged. */
export function renameOf(handle: object): Rename | null {
  return renames.get(handle) ?? null
}

/** The same pool or transaction. Renames each statement and each part of a statement. */
export function renamed<Handle extends object>(handle: Handle, rename: Rename): Handle {
  const known = new WeakMap<TemplateStringsArray, TemplateStringsArray>()
  const renamedOf = (strings: TemplateStringsArray) => {
    const found = known.get(strings)
    if (found !== undefined) return found
    const made = Object.assign(strings.map(rename), { raw: strings.raw })
    known.set(strings, made)
    return made
  }
  const proxy = new Proxy(handle, {
    apply: (target, _this, [first, ...rest]: unknown[]) => {
      const isStatement = Array.isArray((first as { raw?: unknown } | null)?.raw)
      return Reflect.apply(target as never, undefined, [
        isStatement ? renamedOf(first as TemplateStringsArray) : first,
        ...rest,
      ]) as unknown
    },
    get: (target, name) => {
      const value = Reflect.get(target, name) as unknown
      if (name !== 'unsafe') return value
      return (text: string, ...rest: unknown[]) =>
        (value as (...given: unknown[]) => unknown)(rename(text), ...rest)
    },
  })
  renames.set(proxy, rename)
  return proxy
}
