/** Checks that each certificate is trusted, and its remaining time. */
import { connect } from 'node:tls'
import { failureReason } from '@galx/operator/fetchWhole'
import { durationText } from '@galx/operator/verify/text'
import { TIMEOUT } from './ask.ts'
import { ok, warning, wrong, type Finding } from './finding.ts'

/** A certificate that ends within this time should have been renewed already. */
const SOON = 14 * 86_400

/** @param now unix seconds */
export async function examineCertificate(address: string, now: number): Promise<Finding> {
  const { protocol, hostname, port, host } = new URL(address)
  if (protocol !== 'https:')
    return warning('certificates', `${host} is checked without TLS`, 'name the public https address')
  const seen = await certificateOf(hostname, Number(port || 443))
  if ('until' in seen) return certificateFinding(host, seen.until, now)
  return 'distrust' in seen
    ? wrong('certificates', `${host}: ${seen.distrust}`, 'renew the certificate, or correct its chain')
    : wrong('certificates', `${host} does not answer: ${seen.silence}`, 'look at the web server')
}

/** `until`: the end of the certificate's validity, unix seconds; else why the certificate is not trusted, or why none has arrived */
type Seen = { until: number } | { distrust: string } | { silence: string }

function certificateOf(hostname: string, port: number): Promise<Seen> {
  return new Promise((done) => {
    const socket = connect({ host: hostname, port, servername: hostname, timeout: TIMEOUT })
    const end = (seen: Seen) => {
      socket.destroy()
      done(seen)
    }
    socket.once('secureConnect', () =>
      end({ until: Math.floor(Date.parse(socket.getPeerCertificate().valid_to) / 1_000) }),
    )
    socket.once('timeout', () => end({ silence: 'no answer in time' }))
    socket.once('error', (error) => {
      const reason = failureReason(error)
      end(socket.authorizationError ? { distrust: reason } : { silence: reason })
    })
  })
}

/** @param until unix seconds */
export function certificateFinding(name: string, until: number, now: number): Finding {
  const left = until - now
  const todo = 'renew it, and find out why it was not renewed automatically'
  if (left <= 0) return wrong('certificates', `the certificate of ${name} has expired`, todo)
  const text = `the certificate of ${name} lasts ${durationText(BigInt(left - (left % 3_600)))}`
  return left < SOON ? warning('certificates', text, todo) : ok('certificates', text)
}
