/** A swap with the stake of its result. */
export default {
  together: '以下步骤只需确认一次：要么全部成功，要么什么都不变',
  togetherPending: '钱包正在执行全部步骤：要么全部成功，要么什么都不变。可以关闭此窗口',
  first: '第 1 步，共 2 步。到账后再确认质押',
  firstPending: '兑换已发送。上链后，请确认质押。想先做别的，可以不再等待：质押不会发送，之后可在质押页继续',
  firstAlone: '兑换已发送。上链后，可在质押页继续质押',
  firstDone: '兑换已完成，质押还没有发送。可在质押页继续',
  last: '第 2 步，共 2 步。钱包应显示同样的数字',
  lastUnsent: '质押没有发送。兑换得到的代币在钱包里，可在质押页继续',
  received: (received: string, staked: string) => `到账 ${received}，全部质押：${staked}`,
  kept: (received: string, staked: string, kept: string) =>
    `到账 ${received}：其中 ${staked} 已质押，${kept} 留在钱包里`,
}
