/** The reason why a call to one of the two servers gave no data. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    /** the envelope's code; without an envelope, the HTTP status; 0 without an answer */
    readonly code: number,
    message: string,
    readonly kind: 'refused' | 'unauthorised' | 'http' | 'unreachable' | 'timeout',
  ) {
    super(message)
  }
}
