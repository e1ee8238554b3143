/** Texts for connecting and signing in, and for their errors. */
export default {
  unsupported: '请在支持的钱包中打开',
  connectFailed: '连接钱包失败',
  connectRefused: '连接钱包失败：你在钱包中取消了连接',
  switchFailed: '请切换到 BSC 主网',
  switchRefused: '请切换到 BSC 主网：你在钱包中取消了切换',
  signElsewhere: '服务器给出的内容不是登录本站的，已拒绝签名',
  signRefused: '你在钱包中取消了签名，尚未登录',
  signFailed: '签名失败，请重试',
  systemError: '系统错误，请稍后再试',
  chooseTitle: '选择钱包',
  chooseHint: '此浏览器中有多个钱包，请选择要连接的一个',
}
