/** Texts in place of a page that is not built yet, and in place of the app if the browser is too old. */
export default {
  preparing: '即将推出',
  preparingText: '这个页面正在准备中。与此同时，GALX 生态的质押、领取与邀请都可使用。',
  preparingHint: '完成后会直接出现在这里。',
  preparingAction: '前往 GALX 生态',
  community: '我的社区',
  oldBrowser: '此浏览器无法打开 GALX',
  oldBrowserText:
    '需要 JavaScript，以及 Chrome 87、iOS 14（Safari 14）或更新的版本。请更新浏览器或钱包应用，或用其他浏览器打开此链接。你的资产不受影响。',
}
