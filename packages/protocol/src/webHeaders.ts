/** The headers that a host of the web app must send with every file. */

/** Any node that the user enters in the app; over plain HTTP only on the user's own machine. */
const OWN_NODES = ['https:', 'http://localhost:*', 'http://127.0.0.1:*']

/**
 * Allows scripts, styles and fonts only from the app's own files; no inline code, no frame, no plug-in.
 * @param connectOrigins origins that the app calls: both APIs and the node
 */
export function webSecurityHeaders(connectOrigins: readonly string[]): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src ${["'self'", ...connectOrigins, ...OWN_NODES].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'x-frame-options': 'DENY',
  }
}
