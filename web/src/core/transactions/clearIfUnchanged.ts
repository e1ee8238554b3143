/**
 * A form's state after its value `sent` went to the chain: `nothing`, or a value that was entered meanwhile. A wallet may take minutes to
 * answer, and the form can be used again while the wallet is open.
 */
export function clearIfUnchanged<T>(sent: T, nothing: T): (now: T) => T {
  return (now) => (now === sent ? nothing : now)
}
