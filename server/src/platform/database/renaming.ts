/** Database handles that change each statement before it is sent, so that the same code works on other tables. */

/** Changes a statement's text. Parameters are not changed. */
export type Rename = (text: string) => string

const renames = new WeakMap<object, Rename>()

type Renamed = WeakMap<TemplateStringsArray, TemplateStringsArray>

/** The driver keeps each array of strings for ever. So all transactions with the same renaming share the renamed arrays. */
const renamedStrings = new WeakMap<Rename, Renamed>()

function renamedStringsOf(rename: Rename): Renamed {
  const known = renamedStrings.get(rename) ?? (new WeakMap() as Renamed)
  renamedStrings.set(rename, known)
  return known
}

/** Null if statements are sent unchanged. */
export function renameOf(handle: object): Rename | null {
  return renames.get(handle) ?? null
}

/** Wraps a pool or a transaction, and renames each statement and each part of a statement. */
export function renamed<Handle extends object>(handle: Handle, rename: Rename): Handle {
  const known: Renamed = new WeakMap()
  const shared = renamedStringsOf(rename)
  const renamedOf = (strings: TemplateStringsArray) => {
    const found = known.get(strings)
    if (found !== undefined) return found
    const parts = strings.map(rename)
    const last = shared.get(strings)
    const isSame = last?.every((part, index) => part === parts[index])
    const made = last !== undefined && isSame ? last : Object.assign(parts, { raw: strings.raw })
    known.set(strings, made)
    shared.set(strings, made)
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
