/**
 * The families of errors, recognised by class alone. An error of neither family is a fault of the program itself.
 */

/** A fault that ends without action: try again later. */
export class RetryableError extends Error {
  override name = 'RetryableError'
}

/** A fault that lasts until a person changes something: stop, and report the reason. */
export class FatalError extends Error {
  override name = 'FatalError'
}

/**
 * The read data contradicts the stored data or the rules. One node may be at fault, so a reader asks the other nodes before
 * it gives up.
 */
export class InvariantViolationError extends FatalError {
  override name = 'InvariantViolationError'
}
