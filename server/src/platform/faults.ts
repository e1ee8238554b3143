/**
 * The families of faults, recognised by class alone. What is in neither family is a fault of the program itself.
 */

/** Passes by itself: try again after a while. */
export class PassingFault extends Error {
  override name = 'PassingFault'
}

/** Lasts until somebody changes something: give up and say why. */
export class LastingFault extends Error {
  override name = 'LastingFault'
}

/**
 * What was read and what is stored, or the rules, contradict each other. One node may be at fault, so a reader asks the
 * others before it gives up.
 */
export class Contradiction extends LastingFault {
  override name = 'Contradiction'
}
