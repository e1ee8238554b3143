/** The picture of an invitation. */
export default {
  title: '邀请图片',
  head: '邀请你加入 GALX',
  code: '邀请码',
  promise: '本金在不可变合约中，随时由你自己取回',
  alt: (code: string) => `邀请图片，邀请码 ${code}`,
  hint: '也可以长按图片保存或转发',
  share: '分享或保存',
  failed: '图片没有生成，请用上面的链接邀请',
}
