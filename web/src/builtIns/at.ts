/** `at` of arrays and strings for browsers before Chrome 92 and Safari 15.4. A worker needs its own import. */
for (const kind of [Array, String, Object.getPrototypeOf(Uint8Array) as typeof Uint8Array]) {
  if ('at' in kind.prototype) continue
  Object.defineProperty(kind.prototype, 'at', {
    value(this: ArrayLike<unknown>, index: number) {
      return this[index < 0 ? this.length + index : index]
    },
  })
}

export {}
