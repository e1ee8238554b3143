/**
 * Updates a form after the value `sent` went to the chain: sets the form to `nothing`, unless the person has entered another value meanwhile.
 * A wallet may take minutes to answer, and the form can be used while the wallet is open.
 */
export function clearIfUnchanged<T>(sent: T, nothing: T): (now: T) => T {
  return (now) => (now === sent ? nothing : now)
}
