/** The route of everything that has a date. @param of another account than the connected one */
export function datesRoute(of?: string): string {
  return of === undefined ? '/earn?view=dates' : `/earn?of=${of}&view=dates`
}
