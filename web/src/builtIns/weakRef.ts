/**
 * `WeakRef` for Safari 14.0. Unlike the built-in class, this `WeakRef` keeps its target alive. That is harmless: Base UI uses `WeakRef` only for the
 * last twenty focused elements.
 */
if (typeof WeakRef === 'undefined') {
  Object.assign(globalThis, {
    WeakRef: function (held: unknown) {
      return { deref: () => held }
    },
  })
}
