/** A fault that the person at the terminal can fix. Its message is printed as one line, without a stack trace. */
export class StackError extends Error {
  override name = 'StackError'
}
