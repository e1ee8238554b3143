/** The page /galx. */
export default {
  title: 'GALX 生态',
  lead: '质押 GALX，或与 MCM 一起质押，奖励按秒累积。本金始终在不可变的合约里，只有你能取回。',
  unknown: '—',
  stake: '质押',
  visitors: {
    trust: '不必相信我们',
    principal: { title: '没有人能动你的本金', text: '合约不可升级，管理员也取不走' },
    rewards: { title: '奖励预先存入合约', text: '从不动用他人的本金' },
    servers: { title: '服务器全停，也能取回', text: '取回与领取只经过区块链' },
    pools: '每个池现在的奖励',
    anyTime: (tokens: string) => `质押 ${tokens}，随时可取`,
    upTo: (tokens: string, term: string, multiplier: string) => `质押 ${tokens} ${term}，×${multiplier}`,
    perThousand: '每千枚每天',
  },
}
