import { expect, it } from 'vitest'
import { webSecurityHeaders } from '../src/webHeaders.ts'

it('lets the app ask any node over HTTPS, or a node on the holder’s own machine, and no other address beyond the site', () => {
  const policy = webSecurityHeaders(['https://api.example'])['content-security-policy']
  const sources = new Map(
    policy!.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)] as const),
  )
  expect(sources.get('connect-src')).toEqual([
    "'self'",
    'https://api.example',
    'https:',
    'http://localhost:*',
    'http://127.0.0.1:*',
  ])
  sources.delete('connect-src')
  expect([...sources.values()].flat().filter((source) => source.includes('http'))).toEqual([])
  expect(sources.get('script-src')).toEqual(["'self'"])
})
