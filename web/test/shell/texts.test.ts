import { describe, expect, it } from 'vitest'
import { zhCatalogue } from '../../src/i18n/catalogue.ts'
import { enCatalogue } from '../../src/i18n/englishCatalogue.ts'

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

describe('the catalogue', () => {
  it('lacks no key in either language, and no parameter', () => {
    expect(paths(enCatalogue)).toEqual(paths(zhCatalogue))
  })

  it('has no empty text', () => {
    expect([...emptyTexts(zhCatalogue), ...emptyTexts(enCatalogue)]).toEqual([])
  })

  it('has no Chinese left in the English texts', () => {
    const chinese = (value: unknown): string[] =>
      typeof value === 'string'
        ? /[一-鿿]/.test(value) && value !== '中文'
          ? [value]
          : []
        : typeof value === 'object' && value !== null
          ? Object.values(value).flatMap(chinese)
          : []
    expect(chinese(enCatalogue)).toEqual([])
  })

  it('has every agreed text, in both languages', () => {
    const named = ({ shell, wallet }: typeof enCatalogue) => [
      shell.connectWallet,
      shell.comingSoon,
      shell.internationalSoon,
      shell.copied,
      shell.inviteFriends,
      shell.copyLink,
      wallet.switchFailed,
      wallet.connectFailed,
      wallet.systemError,
      wallet.unsupported,
      shell.imageTooLarge,
      shell.enterContent,
      shell.uploadPictures,
    ]
    expect(named(zhCatalogue)).toEqual([
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
    expect(named(enCatalogue)).toEqual([
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
    for (const { shell } of [zhCatalogue, enCatalogue]) {
      expect(shell.highestPromotion).toContain('100U')
      expect(shell.verificationSuccessful && shell.invalidInviteCode && shell.paymentFailed).toBeTruthy()
    }
  })
})
