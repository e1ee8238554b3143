/**
 * A form's state after `sent` went to the chain from it: `nothing`, or what was put in meanwhile. A wallet may take minutes to
 * answer, and the form can be used again while it does.
 */
export function clearIfUnchanged<T>(sent: T, nothing: T): (now: T) => T {
  return (now) => (now === sent ? nothing : now)
}
