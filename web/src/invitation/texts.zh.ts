/** Binding an inviter by a code. */
export default {
  title: '绑定邀请人',
  label: '邀请码',
  hint: '8 位字母与数字，由邀请你的人提供',
  incomplete: (count: string) => `还差 ${count} 位`,
  checking: '正在查找邀请人…',
  invalid: '邀请码无效，请与邀请你的人核对',
  own: '这是你自己的邀请码，不能邀请自己',
  unreachable: '服务器暂时连不上，暂时无法核对',
  preview: '邀请人',
  team: (direct: string, total: string) => `直接成员 ${direct} · 团队 ${total}`,
  submit: '绑定邀请人',
  signInFirst: '登录并绑定',
  connectFirst: '先连接，再绑定',
  done: '已绑定，首次质押后永久生效',
  retry: '重试',
  note: '绑定后先为待确认，首次质押时写入链上，之后不可更改。',
}
