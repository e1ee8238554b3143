/** A page that is not built yet. */
export default {
  preparing: '即将推出',
  preparingText: '这个页面正在准备中。与此同时，GALX 生态的质押、领取与邀请都可使用。',
  preparingHint: '完成后会直接出现在这里。',
  preparingAction: '前往 GALX 生态',
  community: '我的社区',
}
