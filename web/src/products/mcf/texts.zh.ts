/** The pages /mcf and /mcfRecord. */
export default {
  pages: {
    mcf: {
      title: 'MCF 定存',
      lead: '存入 MCM 30 至 360 天，期限越长，同样的数量算力越高。到期随时取回；提前取回的费用在签名之前逐秒显示。',
    },
    mcfRecord: { title: 'MCF 记录', lead: '每一笔存入、取回与领取，最新的在前，每一笔都能打开链上的交易。' },
  },
  deposits: '我的定存',
  deposit: '新定存',
  recent: '最近记录',
  back: '返回 MCF 定存',
}
