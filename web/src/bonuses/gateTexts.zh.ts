/** The texts about bonuses that every account sees: the programs' names, and the steps to a first bonus. */
export default {
  title: '奖金',
  names: {
    galx: '社区奖金',
    btc: '社区奖金',
    mcm: '社区奖金',
    mcf: '社区奖金',
    zn: '社区奖金',
    aaa: '社区奖金',
    node: '节点奖金',
    promotion: '推广奖金',
  },
  until: (date: string) => `，至 ${date}`,
  none: {
    members: '邀请成员、并且自己也有质押，从下一秒开始计分，每期按积分分配预算。',
    node: '持有有效的节点通行证、并且名下有算力，就开始计分。',
    promotion: '有合格的直接成员后，从当期开始发放。',
  },
  how: '规则与预算',
}
