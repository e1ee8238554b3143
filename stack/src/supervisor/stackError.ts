/** A fault the person at the terminal can act on: its message is printed as the one line it is, without a stack. */
export class StackError extends Error {
  override name = 'StackError'
}
