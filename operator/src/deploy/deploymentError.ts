/** The deployment cannot continue. The message is one line for the operator. */
export class DeploymentError extends Error {
  override name = 'DeploymentError'
}

/** A variable of the environment is missing or has an invalid value. */
export class EnvironmentError extends DeploymentError {
  override name = 'EnvironmentError'
}
