import { exampleConfig } from './core/exampleConfig.ts'

/** The server's text to sign for signing in to this page, in the format of EIP-4361. */
export function signInText(address: string, { site = window.location.host, statement = '' } = {}): string {
  return [
    `${site} wants you to sign in with your Ethereum account:`,
    address,
    '',
    statement,
    '',
    `URI: ${window.location.origin}`,
    'Version: 1',
    `Chain ID: ${exampleConfig().chainId}`,
    'Nonce: 0123456789abcdef',
    'Issued At: 2026-11-26T00:00:00.000Z',
  ].join('\n')
}
