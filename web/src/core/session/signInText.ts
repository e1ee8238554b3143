/**
 * Whether the text signs this account in to this site (EIP-4361): the text begins with the site and the account, and names the chain. Not every
 * wallet compares the site. If the app passed on another site's text, the server could use the signature to sign in at that site.
 */
export function signsInHere(text: string, address: string, chainId: number): boolean {
  const [site, account] = text.split('\n')
  const { host, origin } = window.location
  return (
    [host, origin].some((name) => site === `${name} wants you to sign in with your Ethereum account:`) &&
    account?.toLowerCase() === address.toLowerCase() &&
    /^Chain ID: (\d+)$/m.exec(text)?.[1] === String(chainId)
  )
}
