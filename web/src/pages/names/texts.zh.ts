import type { PageName } from '@galx/protocol/products'

/** A short name for every page: for menus, for links, and for pages that are not built yet. */
export default {
  index: '兑换',
  safe: '安全中心',
  earn: '收益总览',
  rank: '节点排名',
  btc: 'BTC 算力',
  mcf: 'MCF 定存',
  mcfRecord: 'MCF 记录',
  aaaJiJin: 'AAA 基金',
  zn: 'ZN 智能金库',
  znRecord: 'ZN 记录',
  mcm: 'MCM 算力',
  mcmEarn: 'MCM 算力',
  mcmCommunity: 'MCM 社区',
  hidden: '节点通行证',
  galx: 'GALX 生态',
  hidden1: '运行状态',
  community: '我的社区',
  start: '接受邀请',
} satisfies Record<PageName, string>
