import type { Translation } from '../i18n/texts.ts'
import type chinese from './texts.zh.ts'

/** Node passes: the cards of /mcm and /hidden, and the sheets behind them. */
export default {
  pass: 'Node pass',
  number: (id) => `#${id}`,
  state: { live: 'live', cooling: 'cooling down', free: 'bond free' },
  face: (bond, state) => `${bond} MCM · ${state}`,
  picture: (name, id) => `Constellation of pass #${id}, ${name}`,
  unknown: '—',
  failed: 'Your passes cannot be read right now',
  failedText: 'Passes and bonds are in the contract and not affected.',
  retry: 'Try again',
  facts: {
    bond: 'Bond',
    bondIn: (bond) => `${bond} MCM, in the pass`,
    leave: 'Taking out the bond',
    leaveWait: (days) => `after ${days} days; burns the pass`,
    since: 'Minted',
    node: 'Node',
    nodeLive: 'live: counts for the node bonus',
    nodeOff: 'not a node during the cool-down',
  },
  actions: {
    start: 'Take out the bond…',
    cancel: 'Keep the pass',
    unbond: (bond) => `Take out ${bond} MCM`,
    send: 'Transfer…',
    details: 'Details',
  },
  cooling: {
    wait: 'The bond is free in',
    free: 'The cool-down is over: take the bond out any time',
    freeText: 'That burns the pass. Or keep the pass, and it is live again.',
  },
  start: {
    title: (id) => `Take out the bond of #${id}`,
    lead: 'Two steps: start the cool-down now, take the bond out after it. Your account signs both; nobody can do it for you, and nobody can stop you.',
    now: 'From now on',
    nowText: 'not a live node, no node bonus',
    then: 'Free from',
    thenText: (date) => `${date}, with a second signature`,
    meanwhile: 'Until then',
    meanwhileText: 'change your mind any time: the pass is live again at once',
    end: 'Afterwards',
    endText: 'the pass is burned; its name and number are gone',
    receive: 'You receive',
    worst:
      'Worst case: you never come back. The bond then stays in the contract and waits for you; nobody can seize it.',
    submit: (days) => `Start ${days} days of cool-down`,
  },
  send: {
    title: (id) => `Transfer #${id}`,
    lead: 'All of this then belongs to the receiver. It cannot be undone.',
    bond: 'Bond',
    node: 'Node and name',
    coolDown: 'Running cool-down',
    coolDownEnds: 'ends with the transfer: the pass is live again',
    worst: (bond) =>
      `Worst case: the address is wrong. Then ${bond} MCM and the node belong to its owner, and nobody can bring them back. A contract that cannot hold a pass refuses it, and nothing changes.`,
    submit: (address) => `Transfer to ${address}`,
  },
  rename: {
    title: 'Name',
    submit: 'Rename',
    same: 'That is its name already',
  },
  name: {
    label: 'Name of the node',
    placeholder: 'for example Polaris',
    hint: 'Public and on-chain; you can change it later',
    count: (length, most) => `${length} / ${most}`,
    problem: {
      tooLong: (most) => `At most ${most} characters`,
      edge: 'No space at the beginning or the end',
      unseen: 'It has no character that can be seen',
      forbidden: (code) => `It has a character that cannot be seen or is not allowed (${code})`,
    },
  },
  mint: {
    first: 'Open a node',
    again: 'Open another node',
    bond: 'Bond, yours to take out again',
    short: (amount) => `${amount} short`,
    enough: 'you have enough',
    count: (count, bonds) =>
      count === '1'
        ? `There is 1 pass, with a bond of ${bonds} MCM.`
        : `There are ${count} passes with ${bonds} MCM of bonds.`,
    back: 'Taking it out',
    backText: (days) => `after ${days} days, all of it`,
    gets: 'You get',
    getsText: 'a node pass that you can transfer',
    worst:
      'Worst case: the bond goes where the pass goes. Transfer the pass, and the bond goes with it; lose your wallet, and nobody can take the bond out. No administrator can touch it.',
    connect: 'Start opening a node',
    connecting: 'Connecting…',
    switchChain: 'Switch to BSC mainnet',
    loading: 'Reading…',
    unread: 'Bond not readable, try again',
    missing: (amount) => `${amount} MCM short`,
    exchange: 'Get MCM on the exchange',
    enter: 'Enter a name',
    wrongName: 'Change the name',
    submit: (bond) => `Lock ${bond} MCM and open the node`,
    allowance: 'Only the exact bond is approved',
  },
} satisfies Translation<typeof chinese>
