export default {
  title: '年度对账单',
  lead: '这个地址在一年内（UTC）每一笔代币的进出，精确到最小单位。数据来自链上已定的区块。',
  year: '年份',
  format: '格式',
  proof: '任何人都可以用这份文件从链上日志重算并逐行比对：npm run audit:rewards -- --statement 文件',
  program: (name: string) => `按 ${name} 的导入栏目。区块与哈希只写在 GALX 格式里。税务归类请自行确认。`,
  save: '保存文件',
  failed: '文件没有生成：服务器或节点没有回应。请稍后再试。',
}
