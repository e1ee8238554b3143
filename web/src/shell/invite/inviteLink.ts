/** The link that invites by a code: the site's origin, then exactly `/#/start?inviteCode=` and the code (spec §2). */
export function inviteLink(origin: string, code: string): string {
  return `${origin}/#/start?inviteCode=${code}`
}
