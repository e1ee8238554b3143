/** The deployment cannot continue. The message is one line for the operator. */
export class DeploymentError extends Error {
  override name = 'DeploymentError'
}

/** A variable of the environment is missing or has an invalid value. */
export class EnvironmentError extends DeploymentError {
  override name = 'EnvironmentError'
}

/** Whether the error is a fault of this program, such as a property of undefined. No node and no operator can mend the fault, so it keeps its stack. */
export function isProgramFault(error: unknown): error is Error {
  const isNetwork = error instanceof TypeError && error.message === 'fetch failed'
  return !isNetwork && [TypeError, RangeError, ReferenceError].some((kind) => error instanceof kind)
}
