/** `WeakRef` for Safari 14.0. This one holds what it names: Base UI keeps the last twenty elements that had the focus. */
if (typeof WeakRef === 'undefined') {
  Object.assign(globalThis, {
    WeakRef: function (held: unknown) {
      return { deref: () => held }
    },
  })
}
