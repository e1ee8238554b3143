/** The oldest wallet WebViews still in use; Safari's version is the version of its iOS. The page for older browsers names them, too. */
export const OLDEST = { chrome: 87, safari: 14 }
