/** A wallet that is silent, elsewhere or missing, and leaving one. */
export default {
  silent: {
    connect: '钱包还没有答复。请打开钱包，看看是否有等待你确认的请求。',
    connectPending: '钱包中已有一个连接请求在等待：请打开钱包，先在那里答复。',
    sign: '钱包还没有答复签名请求。请打开钱包查看，稍后答复也有效。',
  },
  pending: '钱包中还有一个未处理的请求：请打开钱包，先在那里答复',
  askAgain: '再次请求',
  chain: {
    elsewhere: '钱包不在 BSC 主网上。',
    refused: '你在钱包中取消了切换，钱包仍不在 BSC 主网上。',
    failed: '钱包没有切换成功。请在钱包的网络列表中选择 BSC 主网，或再试一次。',
    silent: '钱包没有答复切换网络的请求。请打开钱包查看，或在其网络列表中选择 BSC 主网。',
    pending: '钱包中已有一个未处理的请求：请打开钱包，先在那里答复，再切换网络。',
  },
  chainDown: '区块链节点连不上：余额与奖励暂时读不到，也无法发送交易。',
  openTitle: '用钱包打开',
  openText:
    '这个浏览器里没有受支持的钱包。在手机上选择一个钱包，本页会在它的浏览器中打开；邀请码会一起带过去。',
  openCopy: '复制本页链接',
  openLook: '已安装钱包，重新查找',
  openRead: '不连接也可以查看所有公开数据。',
  openQr: '用手机钱包扫描，即可打开本页',
  signOutHere: '已在此设备退出登录；服务器没有答复，会话将自动到期',
  signOut: '退出登录',
  disconnect: '断开钱包',
  inviteAway: {
    title: '服务器暂时连不上',
    text: '邀请码暂时读不到。质押、取回与领取不受影响。',
  },
  share: '分享',
  shareText: '我邀请你加入 GALX：',
}
