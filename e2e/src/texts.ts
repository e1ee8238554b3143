/** The texts and accessible names that the product promises exactly. They are written out here, not imported, because they are the promise. */
import { LANGUAGE_NAMES, type Language } from '@galx/protocol/languages'

export type { Language }

export const TEXTS = {
  zh_CN: {
    connect: '连接钱包',
    language: '语言',
    menu: '菜单',
    menuEntries: ['GALX 生态', '兑换', 'MCM 算力', '节点排名', '我的社区', '安全'],
    invite: '邀请好友',
    copyLink: '复制链接',
    comingSoon: '敬请期待',
    internationalComingSoon: '国际版敬请期待',
    copied: '复制成功',
    switchFailed: '请切换到 BSC 主网',
    connectFailed: '连接钱包失败',
    systemError: '系统错误，请稍后再试',
    unsupportedWallet: '请在支持的钱包中打开',
  },
  en_US: {
    connect: 'Connect wallet',
    language: 'Language',
    menu: 'Menu',
    menuEntries: ['GALX ecosystem', 'Exchange', 'MCM hash power', 'Node ranking', 'My community', 'Security'],
    invite: 'Invite friends',
    copyLink: 'Copy Link',
    comingSoon: 'Coming soon',
    internationalComingSoon: 'International version coming soon',
    copied: 'Copied',
    switchFailed: 'Please switch to the BSC main network',
    connectFailed: 'Failed to connect to wallet',
    systemError: 'System error, try again later',
    unsupportedWallet: 'Please open this app in a supported wallet',
  },
  vi_VN: {
    connect: 'Kết nối ví',
    language: 'Ngôn ngữ',
    menu: 'Menu',
    menuEntries: [
      'Hệ sinh thái GALX',
      'Swap',
      'Hash power MCM',
      'Xếp hạng node',
      'Cộng đồng của tôi',
      'Bảo mật',
    ],
    invite: 'Mời bạn bè',
    copyLink: 'Sao chép liên kết',
    comingSoon: 'Sắp ra mắt',
    internationalComingSoon: 'Phiên bản quốc tế sắp ra mắt',
    copied: 'Đã sao chép',
    switchFailed: 'Vui lòng chuyển sang mạng chính BSC',
    connectFailed: 'Kết nối ví thất bại',
    systemError: 'Lỗi hệ thống, vui lòng thử lại sau',
    unsupportedWallet: 'Vui lòng mở ứng dụng trong ví được hỗ trợ',
  },
} as const satisfies Record<Language, object>

export const LANGUAGES = LANGUAGE_NAMES

/** The header shows an address by its first and last eight characters. */
export function shortened(address: string): RegExp {
  return new RegExp(`${address.slice(0, 8)}.{1,3}${address.slice(-8)}`, 'i')
}
