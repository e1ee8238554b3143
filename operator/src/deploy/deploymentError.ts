/** A deployment that cannot go on: its message is the one line an operator reads. */
export class DeploymentError extends Error {
  override name = 'DeploymentError'
}
