/** Calls that do not exist, and callers that may not make them. */
import { ADDRESS, nonce, type Case } from './case.ts'
import { ORIGIN } from '../world.ts'

export const callsAndCallers: Case[] = [
  { name: 'an unknown path', call: ['GET', '/api/nothing'], want: 'notFound' },
  { name: 'an unknown call', call: ['GET', '/api/getNothing'], want: 'notFound' },
  { name: 'the other server’s call', call: ['POST', '/api/galxStake'], signedIn: true, want: 'notFound' },
  { name: 'the other method', call: ['GET', nonce], want: 'methodNotAllowed' },
  {
    name: 'a call in another case',
    call: ['GET', `/api/getaaauserinfo?address=${ADDRESS}`],
    want: 'notFound',
  },
  { name: 'a path above', call: ['GET', '/api/..%2f..%2fetc/passwd'], want: 'notFound' },
  { name: 'a broken escape in the path', call: ['GET', '/api/%zz'], want: 'notFound' },
  ...['/api/getFans1', '/api/referrals?days=7', '/api/activity', '/api/activity.csv', '/api/sessions'].map(
    (path): Case => ({
      name: `${path} without a token`,
      call: ['GET', path],
      want: 'unauthorised',
    }),
  ),
  ...['/api/bindSuggest1', '/api/sessions/revoke'].map((path): Case => ({
    name: `${path} without a token`,
    call: ['POST', path],
    options: { body: {} },
    want: 'unauthorised',
  })),
  ...['/api/galxStake', '/api/galxMcmStake'].map((path): Case => ({
    name: `${path} without a token`,
    on: 'btc',
    call: ['POST', path],
    options: { body: {} },
    want: 'unauthorised',
  })),
  {
    name: 'a word as a token',
    call: ['GET', '/api/sessions'],
    options: { token: 'undefined' },
    want: 'unauthorised',
  },
  {
    name: 'a token of another form',
    call: ['GET', '/api/sessions'],
    options: { token: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
    want: 'unauthorised',
  },
  {
    name: 'a dead token for a public call',
    call: ['GET', `/api/getAAAUserInfo?address=${ADDRESS}`],
    options: { token: 'x' },
    want: 'unauthorised',
  },
  {
    name: 'a foreign origin',
    call: ['POST', nonce],
    options: { headers: { origin: 'https://galx.evil' } },
    want: 'foreignOrigin',
  },
  {
    name: 'an origin with the same beginning',
    call: ['POST', nonce],
    options: { headers: { origin: `${ORIGIN}.evil` } },
    want: 'foreignOrigin',
  },
  {
    name: 'our origin without encryption',
    call: ['POST', nonce],
    options: { headers: { origin: 'http://galx.example' } },
    want: 'foreignOrigin',
  },
  {
    name: 'the null origin of a sandboxed frame',
    call: ['POST', nonce],
    options: { headers: { origin: 'null' } },
    want: 'foreignOrigin',
  },
  {
    name: 'a foreign origin with a valid token',
    call: ['GET', '/api/sessions'],
    options: { headers: { origin: 'https://galx.evil' } },
    signedIn: true,
    want: 'foreignOrigin',
  },
]
