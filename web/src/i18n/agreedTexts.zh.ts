/** Sentences whose exact words are agreed. */
export default {
  verificationSuccessful: '验证成功',
  invalidInviteCode: '邀请码无效',
  paymentFailed: '支付失败',
  paymentCancelled: '支付已取消',
  insufficientPayment: '余额不足，支付失败',
  imageTooLarge: '图片大小不能超过 5M',
  enterContent: '请输入内容',
  uploadPictures: '请上传图片',
  highestPromotion: '最高推广奖励 100U',
}
