export default {
  waits: (multiplier: string, token: string) =>
    `你的等级加成 ×${multiplier} 还没有用到已质押的 ${token} 上。`,
  less: (amount: string, unit: string) => `因此现在每天少赚约 ${amount} ${unit}。`,
  action: '更新加成',
}
