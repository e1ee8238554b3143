/** The field for the address of a receiver. */
export default {
  label: '对方地址',
  placeholder: '0x…',
  problem: {
    form: '地址应为 0x 加 40 位十六进制字符',
    checksum: '地址的大小写校验不符，请检查有没有打错',
    zero: '这是零地址，不属于任何人',
    self: '这是你自己的地址',
    contract: '这是本应用的合约，它无法使用收到的东西',
  },
  hint: '粘贴完整地址，并与对方核对每一组字符',
  check: '请逐组核对',
  bnbName: (name: string) => `这个地址的名称：${name}`,
  resembles: '只有开头和结尾与你认识的一个地址相同，骗子会制造这样的地址。你认识的地址是：',
  enter: '请填写对方地址',
}
