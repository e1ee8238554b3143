import { describe, expect, it } from 'vitest'
import agreedEnglish from '../../src/i18n/agreedTexts.en.ts'
import agreedVietnamese from '../../src/i18n/agreedTexts.vi.ts'
import agreedChinese from '../../src/i18n/agreedTexts.zh.ts'
import walletEnglish from '../../src/core/wallet/texts.en.ts'
import walletVietnamese from '../../src/core/wallet/texts.vi.ts'
import walletChinese from '../../src/core/wallet/texts.zh.ts'
import designEnglish from '../../src/design/texts.en.ts'
import designVietnamese from '../../src/design/texts.vi.ts'
import designChinese from '../../src/design/texts.zh.ts'
import shellEnglish from '../../src/shell/texts.en.ts'
import shellVietnamese from '../../src/shell/texts.vi.ts'
import shellChinese from '../../src/shell/texts.zh.ts'
import stakingEnglish from '../../src/staking/texts.en.ts'
import { chineseTexts, englishTexts, vietnameseTexts } from '../allTexts.ts'

const chinese = { agreed: agreedChinese, design: designChinese, shell: shellChinese, wallet: walletChinese }
const english = { agreed: agreedEnglish, design: designEnglish, shell: shellEnglish, wallet: walletEnglish }
const vietnamese = {
  agreed: agreedVietnamese,
  design: designVietnamese,
  shell: shellVietnamese,
  wallet: walletVietnamese,
}

/** Every key of a catalogue by its path, with the kind of its text. */
function paths(value: unknown, prefix = ''): string[] {
  if (typeof value !== 'object' || value === null) {
    return [`${prefix}: ${typeof value}${typeof value === 'function' ? value.length : ''}`]
  }
  return Object.entries(value)
    .flatMap(([key, child]) => paths(child, `${prefix}.${key}`))
    .sort()
}

function emptyTexts(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => emptyTexts(child, `${path}.${key}`))
}

const VIETNAMESE = /[ăâđêôơưáàảãạấầẩẫậắằẳẵặéèẻẽẹếềểễệíìỉĩịóòỏõọốồổỗộớờởỡợúùủũụứừửữựýỳỷỹỵ]/i

/** Every text by its path; a text with parameters with an example of each parameter, `‹0›` for the first. */
function written(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, child]) => written(child, `${path}.${key}`))
  if (typeof value !== 'function') return []
  const values = Array.from({ length: value.length }, (_, place) => `‹${place}›`)
  return [[path, (value as (...values: string[]) => string)(...values)]]
}

/** The texts that match. */
function examples(texts: object, pattern: RegExp): string[] {
  return written(texts)
    .map(([, text]) => text)
    .filter((text) => pattern.test(text))
}

/** The figures and values in each text, sorted: another language may put them in another order. English writes some zeros as words. */
function figuresOf(texts: object): Record<string, string> {
  return Object.fromEntries(
    written(texts).map(([path, text]) => [
      path,
      (text.match(/‹\d›|\d[\d.,]*\d|[1-9]/g) ?? []).sort().join(' '),
    ]),
  )
}

/** Texts that need real values: a unit to look up, a number to count. */
const PICKED_BY_VALUE = ['.activity/dates/texts.words.duration', '.staking/texts.stake.budgetLeft']

describe('the texts of all folders', () => {
  it('lacks no key in any language, and no parameter', () => {
    expect(paths(englishTexts)).toEqual(paths(chineseTexts))
    expect(paths(vietnameseTexts)).toEqual(paths(chineseTexts))
    expect(Object.keys(chineseTexts).length).toBeGreaterThan(8)
  })

  it('has no empty text', () => {
    expect([chineseTexts, englishTexts, vietnameseTexts].flatMap((texts) => emptyTexts(texts))).toEqual([])
  })

  it('has no Chinese left in the other languages, and no Vietnamese in English', () => {
    expect([englishTexts, vietnameseTexts].flatMap((texts) => examples(texts, /[一-鿿]/))).toEqual([])
    expect(examples(englishTexts, VIETNAMESE)).toEqual([])
  })

  it('has no English sentence left in the Vietnamese texts', () => {
    const inEnglish = examples(vietnameseTexts, /\b[a-z’]+( [a-z’]+){3}\b/i)
    expect(inEnglish.filter((text) => !VIETNAMESE.test(text))).toEqual([])
  })

  it('keeps in Vietnamese each figure and each value of the English text', () => {
    const inVietnamese = figuresOf(vietnameseTexts)
    const wrong = Object.entries(figuresOf(englishTexts)).filter(
      ([path, figures]) => inVietnamese[path] !== figures,
    )
    expect(wrong.map(([path]) => path)).toEqual(PICKED_BY_VALUE)
  })

  it('counts one day as one', () => {
    expect(stakingEnglish.stake.budgetLeft('1', '24 Nov')).toBe('for 1 day, to 24 Nov')
    expect(stakingEnglish.stake.budgetLeft('41', '3 Jan')).toBe('for 41 days, to 3 Jan')
  })

  it('counts one of anything as one', () => {
    const ofOne = (value: unknown): string[] =>
      typeof value === 'function'
        ? [String((value as (...ones: string[]) => unknown)(...Array<string>(value.length).fill('1')))]
        : typeof value === 'object' && value !== null
          ? Object.values(value).flatMap(ofOne)
          : []
    // Two texts are exempt, because their number is never 1: “all … tokens” and “There are … members”.
    const many =
      /(?<!all |There are (?=1 members))\b1 (\w+ )?(members|accounts|passes|tokens|numbers|positions|vouchers)\b/
    const texts = ofOne(englishTexts)
    expect(texts.length).toBeGreaterThan(100)
    expect(texts.filter((text) => many.test(text))).toEqual([])
  })

  it('calls the percentage of a pool 占比, and nothing but the vault’s own token 份额', () => {
    const words = (value: unknown): string =>
      typeof value === 'object' && value !== null ? Object.values(value).map(words).join() : String(value)
    const saying = (word: RegExp) =>
      Object.keys(chineseTexts).filter((folder) => word.test(words(chineseTexts[folder])))
    expect(saying(/份额/).sort()).toEqual([
      'activity/dates/texts',
      'core/transactions/errorTexts',
      'core/transactions/texts',
      'pages/earn/texts',
      'products/zn/texts',
    ])
    expect(saying(/占池|占全池/)).toEqual([])
    for (const folder of ['staking/texts', 'products/btc/texts', 'products/mcm/texts'])
      expect(saying(/占比/)).toContain(folder)
  })

  it('has every agreed text, in each language', () => {
    const named = ({
      agreed,
      design,
      shell,
      wallet,
    }: typeof english | typeof chinese | typeof vietnamese) => [
      shell.connectWallet,
      shell.comingSoon,
      shell.internationalSoon,
      design.copied,
      shell.inviteFriends,
      shell.copyLink,
      wallet.switchFailed,
      wallet.connectFailed,
      wallet.systemError,
      wallet.unsupported,
      agreed.imageTooLarge,
      agreed.enterContent,
      agreed.uploadPictures,
    ]
    expect(named(chinese)).toEqual([
      '连接钱包',
      '敬请期待',
      '国际版敬请期待',
      '复制成功',
      '邀请好友',
      '复制链接',
      '请切换到 BSC 主网',
      '连接钱包失败',
      '系统错误，请稍后再试',
      '请在支持的钱包中打开',
      '图片大小不能超过 5M',
      '请输入内容',
      '请上传图片',
    ])
    expect(named(english)).toEqual([
      'Connect wallet',
      'Coming soon',
      'International version coming soon',
      'Copied',
      'Invite friends',
      'Copy Link',
      'Please switch to the BSC main network',
      'Failed to connect to wallet',
      'System error, try again later',
      'Please open this app in a supported wallet',
      'Image size cannot exceed 5M',
      'Please enter content',
      'Please upload pictures',
    ])
    expect(named(vietnamese)).toEqual([
      'Kết nối ví',
      'Sắp ra mắt',
      'Phiên bản quốc tế sắp ra mắt',
      'Đã sao chép',
      'Mời bạn bè',
      'Sao chép liên kết',
      'Vui lòng chuyển sang mạng chính BSC',
      'Kết nối ví thất bại',
      'Lỗi hệ thống, vui lòng thử lại sau',
      'Vui lòng mở ứng dụng trong ví được hỗ trợ',
      'Ảnh không được lớn hơn 5M',
      'Vui lòng nhập nội dung',
      'Vui lòng tải ảnh lên',
    ])
    for (const { agreed } of [chinese, english, vietnamese]) {
      expect(agreed.highestPromotion).toContain('100U')
      expect(agreed.verificationSuccessful && agreed.invalidInviteCode && agreed.paymentFailed).toBeTruthy()
    }
  })
})
