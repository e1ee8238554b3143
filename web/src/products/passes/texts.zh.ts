/** The page /hidden. */
export default {
  title: '节点通行证',
  lead: '每张通行证里锁着 10,000 MCM 押金，只有持有者能取回。转让通行证，押金与节点一起转走。',
  mine: '我的通行证',
  count: (count: string) => `${count} 张`,
  empty: '还没有节点通行证',
  emptyText: '押入 10,000 MCM 开一个节点，或请别人把通行证转到你的地址。',
  emptyAction: '去开一个节点',
  connect: '连接钱包，查看你的通行证',
  connectText: '通行证与押金都在链上，属于你的钱包地址。',
  connectButton: '连接后查看',
  sinceSignIn: '登录后显示',
  signIn: '签名登录，显示铸造时间',
  picture: '合约画的通行证图',
  pictureMissing: '合约没有给出图片',
  contract: '通行证合约',
  back: '返回 MCM 算力',
}
