import { ERRORS } from '@galx/protocol/http/errors'
import { LANGUAGE_NAMES } from '@galx/protocol/languages'
import { afterEach, describe, expect, it } from 'vitest'
import { refusalText } from '../../src/core/api/refusal.ts'
import { loadLanguage } from '../../src/i18n/texts.ts'

afterEach(() => loadLanguage('zh_CN'))

describe('the words of a refusal', () => {
  it.each(LANGUAGE_NAMES)(
    'follow from the code in %s, for each refusal without a value',
    async (language) => {
      await loadLanguage(language)
      const refusals = Object.values(ERRORS).filter((one) => !one[language].includes('{'))
      expect(refusals.length).toBeGreaterThan(20)
      for (const { code, [language]: text } of refusals)
        expect(refusalText({ code, message: 'other' })).toBe(text)
    },
  )

  it('are the server’s for an unknown code, and for a text with a value', () => {
    expect(refusalText({ code: 1_999, message: '新的原因' })).toBe('新的原因')
    const message = '奖励领取已暂停，最迟于 12:00（UTC）自动恢复'
    expect(refusalText({ code: ERRORS.claimsPaused.code, message })).toBe(message)
  })
})
