/** `WeakRef` for Safari 14.0. This version keeps its target alive: Base UI keeps the last twenty focused elements. */
if (typeof WeakRef === 'undefined') {
  Object.assign(globalThis, {
    WeakRef: function (held: unknown) {
      return { deref: () => held }
    },
  })
}
