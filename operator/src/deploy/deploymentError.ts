/** A deployment that cannot go on: its message is the one line an operator reads. */
export class DeploymentError extends Error {
  override name = 'DeploymentError'
}

/** A variable of the environment is missing, or has a value that it cannot have. */
export class EnvironmentError extends DeploymentError {
  override name = 'EnvironmentError'
}
