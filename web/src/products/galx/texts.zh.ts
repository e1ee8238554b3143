/** The page /galx. */
export default {
  title: 'GALX 生态',
  lead: '质押 GALX，或与 MCM 一起质押，奖励按秒累积。本金始终在不可变的合约里，只有你能取回。',
  unknown: '—',
  poolName: {
    galx: 'GALX',
    galxMcm: 'GALX + MCM',
    btc: 'BTC 算力',
    mcm: 'MCM 算力',
    mcf: 'MCF 定存',
    aaa: 'AAA 基金',
  },
  /** where there is no room for a name: the token or product alone */
  poolShort: { galx: 'GALX', galxMcm: 'GALX+MCM', btc: 'BTC', mcm: 'MCM', mcf: 'MCF', aaa: 'AAA' },
  hero: {
    mine: '我的算力',
    network: '全网算力',
    share: '全网占比',
    pools: '产品',
    distribution: (parts: string) => `算力分布：${parts}`,
    nothing: '还没有算力。首次质押后，你的星球会在这里亮起。',
    part: (name: string, share: string) => `${name} ${share}`,
    unread: '链上数据暂时读不到',
  },
  reading: '正在从链上读取…',
  stake: '质押',
}
