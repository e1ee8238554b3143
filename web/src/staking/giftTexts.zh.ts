/** Texts about gifts that are not shown. */
export default {
  older: (count: string) =>
    `别人赠送给你的仓位，这里只列出最新的：还有 ${count} 个较早的编号没有查看，其中的赠送既未列出，也未计入合计。它们仍在合约中，只有你能取回。`,
  more: '查看更早的',
  failed: '别人赠送给你的仓位暂时读不到，可能未列出、未计入合计。它们仍在合约中。',
  retry: '重试',
}
