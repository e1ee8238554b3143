/** The reason why a call to one of the two servers gave no data. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    /** the envelope's code, the HTTP status where there is no envelope, 0 when no answer came */
    readonly code: number,
    message: string,
    readonly kind: 'refused' | 'unauthorised' | 'http' | 'unreachable' | 'timeout',
  ) {
    super(message)
  }
}
