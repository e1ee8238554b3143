/**
 * The families of faults, recognised by class alone. What is in neither family is a fault of the program itself.
 */

/** Passes by itself: try again after a while. */
export class RetryableError extends Error {
  override name = 'RetryableError'
}

/** Lasts until somebody changes something: give up and say why. */
export class FatalError extends Error {
  override name = 'FatalError'
}

/**
 * What was read and what is stored, or the rules, contradict each other. One node may be at fault, so a reader asks the
 * others before it gives up.
 */
export class InvariantViolationError extends FatalError {
  override name = 'InvariantViolationError'
}
