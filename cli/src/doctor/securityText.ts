/** The site's /.well-known/security.txt (RFC 9116): the file counts until the day that it names. */
import { durationText } from '@galx/operator/verify/text'
import { askText } from './ask.ts'
import { ok, warning, wrong, type Finding } from './finding.ts'

/** Seconds before its end in which a person should renew the file. */
const SOON = 30 * 86_400

/** @param origin a public address @param now unix seconds @returns nothing for an address without the file, which is optional */
export async function examineSecurityText(origin: string, now: number): Promise<Finding[]> {
  const text = await askText(`${origin}/.well-known/security.txt`)
  if (text === null || !/^contact:/im.test(text)) return []
  const expires = /^expires: *(\S+) *$/im.exec(text)?.[1]
  const { host } = new URL(origin)
  const todo = 'write a later day into securityContact.expires, and run the kit and install.sh'
  const left = Math.floor(Date.parse(expires ?? '') / 1_000) - now
  if (Number.isNaN(left)) return [wrong('security', `security.txt of ${host} has no last day`, todo)]
  if (left <= 0) return [wrong('security', `security.txt of ${host} has expired`, todo)]
  const found = `security.txt of ${host} lasts ${durationText(BigInt(left - (left % 3_600)))}`
  return [left < SOON ? warning('security', found, todo) : ok('security', found)]
}
