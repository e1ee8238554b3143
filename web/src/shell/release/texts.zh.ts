/** Texts about the app's version, and about a version that is no longer safe. */
export default {
  version: (version: string) => `版本 ${version} · 运行状态`,
  unsafe: (version: string, least: string) =>
    `此页面的版本（${version}）已不再安全，至少需要 ${least}，因此没有登录。请重新加载；若仍是旧版本，请到“安全”页核对安全版本。`,
  look: '核对版本',
  newer: '应用有新版本。重新加载后使用；进行中的交易不受影响。',
}
