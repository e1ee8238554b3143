/** The route of all dates. @param of an account other than the connected account */
export function datesRoute(of?: string): string {
  return of === undefined ? '/earn?view=dates' : `/earn?of=${of}&view=dates`
}
