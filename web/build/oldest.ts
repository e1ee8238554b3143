/** The oldest wallet WebViews that are still met: Safari's is the one of its iOS. The texts of a page for older ones name them too. */
export const OLDEST = { chrome: 87, safari: 14 }
