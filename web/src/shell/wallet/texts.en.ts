import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  silent: {
    connect: 'Your wallet has not answered yet. Open it and look for an open request.',
    connectPending:
      'A request to connect is already open in your wallet: open the wallet and answer it there.',
    sign: 'Your wallet has not answered the signature request. Open it and look for the request; a later answer still counts.',
  },
  pending: 'A request is still open in your wallet: open the wallet and answer it there first',
  askAgain: 'Ask again',
  chain: {
    elsewhere: 'Your wallet is not on the BSC main network.',
    refused: 'You declined to switch, and your wallet is still not on the BSC main network.',
    failed: 'The wallet did not switch. Choose the BSC main network in the wallet’s own list, or try again.',
    silent:
      'The wallet has not answered the request to switch. Open it, or choose the BSC main network in its own list.',
    pending: 'A request is still open in your wallet: answer it there first, then switch the network.',
  },
  chainDown: 'No chain node can be reached: balances and rewards cannot be read, and nothing can be sent.',
  openTitle: 'Open in a wallet',
  openText:
    'This browser has no supported wallet. On a phone, choose a wallet: this page opens in the wallet’s browser, with your invite code.',
  openCopy: 'Copy the link to this page',
  openPasteIn: (wallet) => `${wallet}: copy the link`,
  openPaste: (wallet) => `The link is copied. Open ${wallet} and paste the link in its browser.`,
  openLook: 'I have installed a wallet, search again',
  openRead: 'Without a wallet you can still read everything that is public.',
  openQr: 'Scan it with your phone’s wallet to open this page',
  signOutHere: 'Signed out on this device; the server did not answer, so the session ends by itself later',
  signOut: 'Sign out',
  disconnect: 'Disconnect',
  invite: {
    hint: 'Friends who join through this link and stake for the first time become your direct members.',
    code: 'Invite code',
    link: 'Invite link',
    qr: 'QR code of the invite link',
    needsWallet: 'Connect a wallet to get your invite code.',
    needsSignIn: 'Sign in to see your invite code. Signing in is one signature and costs nothing.',
    away: 'The server cannot be reached',
    awayText: 'Your invite code cannot be read now. Staking, unstaking and claiming keep working.',
  },
  share: 'Share',
  shareText: 'Join me on GALX:',
} satisfies Translation<typeof chinese>
