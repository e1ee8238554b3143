export default {
  title: (amount: string) => `每 ${amount} 每天得到的奖励（按日）`,
  now: '现在，来自链上',
  empty: '第一天还没有结束',
  failed: '现在无法从服务器读取过去的数据。',
}
