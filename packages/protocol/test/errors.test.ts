import { describe, expect, it } from 'vitest'
import { ERRORS } from '../src/http/errors.ts'
import { LANGUAGE_NAMES } from '../src/languages.ts'

describe('the error table', () => {
  const entries = Object.entries(ERRORS)

  it('gives every error its own code, never the code of success', () => {
    const codes = entries.map(([, { code }]) => code)
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes).not.toContain(200)
  })

  it('has words for every error in every language, Chinese in Chinese', () => {
    for (const [name, entry] of entries) {
      for (const language of LANGUAGE_NAMES) expect(entry[language], `${name} ${language}`).not.toBe('')
      expect(entry.zh_CN, name).toMatch(/\p{Script=Han}/u)
      expect(entry.en_US, name).not.toMatch(/\p{Script=Han}/u)
    }
  })

  it('answers refusals of the business with HTTP 200, everything else as a fault', () => {
    for (const [name, { status }] of entries) expect(status === 200 || status >= 400, name).toBe(true)
  })
})
