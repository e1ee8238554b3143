/** `at` of lists and strings for browsers from before 2022 (Chrome 92, Safari 15.4). A worker needs an import of its own. */
for (const kind of [Array, String, Object.getPrototypeOf(Uint8Array) as typeof Uint8Array]) {
  if ('at' in kind.prototype) continue
  Object.defineProperty(kind.prototype, 'at', {
    value(this: ArrayLike<unknown>, index: number) {
      return this[index < 0 ? this.length + index : index]
    },
  })
}

export {}
