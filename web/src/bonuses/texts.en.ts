import type { Translation } from '../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  rules: {
    members:
      'The hash power of direct members scores points over time, up to five times your own. Each epoch’s budget is shared by points. Only the direct inviter is paid: there are no further levels.',
    node: 'For accounts that hold a live pass: each account’s hash power counts only for the nearest node above it, and each epoch’s budget is shared by points. Nothing counts during a cool-down.',
  },
  open: 'Granted, not claimed',
  claim: (amount) => `Claim ${amount} bonus`,
  unknown: '—',
  notKept: 'not kept',
  until: (date) => `Settled up to ${date}`,
  untilNone: 'No epoch is settled yet',
  obstacles: {
    unsigned: 'The voucher is not signed yet. You can claim once it is.',
    paused: 'Voucher claims are paused. The pause ends by itself; base rewards can be claimed.',
    signerOff: 'A signer of vouchers is switched off until a new signer is named. Paid bonuses stay paid.',
    outdated:
      'A signer was replaced after this voucher was signed. A new voucher will follow; base rewards can be claimed.',
    expired: 'The voucher has expired. A new one will follow.',
    budget: 'This is more than has vested so far. You can claim after the next epoch.',
  },
  late: (since) => `Bonuses are late since ${since}.`,
  lateReasons: {
    indexing: 'The server has not read these blocks yet.',
    halted: 'Indexing has halted: a block does not fit the stored blocks.',
    unconfirmed: 'A second, independent computation or node has yet to confirm them.',
    disagreement: 'The two independent computations differ, so nothing was signed.',
    unpublished: 'The epoch’s result is not on the chain yet, or not final.',
    unfunded: 'The budget check did not pass, so nothing was signed.',
    signer: 'The voucher signer is not available.',
    coSigner: 'The co-signer of vouchers is not available, or has not computed the same bonuses yet.',
  },
  lateRest: 'Signed bonuses, base rewards and withdrawals are not affected.',
  offline:
    'The server cannot be reached: new bonuses are not shown. Base rewards and withdrawals work. Anyone can submit a published voucher on the chain.',
  offlineKept:
    'The server cannot be reached: these bonuses were read before, and their vouchers can still be claimed. Base rewards and withdrawals work.',
  retry: 'Try again',
  file: {
    take: 'Claim from a voucher file',
    takeNote:
      'Choose a file that you saved, or a vouchers.json that anybody has published. The contract on the chain decides whether it is good.',
    taken: (count) => (count === '1' ? '1 voucher found' : `${count} vouchers found`),
    save: 'Save my vouchers',
    saveNote: 'With this file you can claim on the chain even when every server is gone.',
    problems: {
      notVouchers: 'This is not a voucher file: a list of vouchers in JSON is expected.',
      noneOfAccount: 'The file has no voucher of this wallet’s address.',
      refused: 'The contract refuses the file’s vouchers. Your earlier vouchers are kept.',
    },
  },
  facts: {
    budget: 'Budget of an epoch, at most',
    fundedUntil: 'Budget lasts until',
    fundedNone: 'No budget is funded now',
    paid: 'Paid so far',
    published: 'Published on the chain',
    epochs: (count) => `${count} ${count === '1' ? 'epoch' : 'epochs'}`,
    start: 'Program starts',
  },
  failed: 'The bonus program cannot be read now',
  history: {
    title: 'Bonuses by epoch',
    epoch: (number) => `Epoch ${number}`,
    share: (percent) => `${percent} of all points`,
    published: 'On the chain',
    unpublished: 'Not on the chain yet',
    empty: 'No bonus yet',
    emptyMembers: 'Invite members and stake something yourself: points count from the next second.',
    emptyNode: 'Points count while you hold a live node pass and your team has hash power.',
    emptyPromotion: 'Once a direct member is qualified, bonuses begin with that epoch.',
    more: 'Load more',
    failed: 'The bonuses by epoch cannot be read now',
    failedText: 'The server does not answer. Granted bonuses are in the published files and are not lost.',
    connect: 'Connect a wallet to see your bonuses',
    connectText: 'Bonuses belong to your wallet address. No sign-in is needed.',
    connectButton: 'Connect to see them',
  },
  how: {
    title: 'How this bonus was computed',
    epoch: (number, from, to) => `Epoch ${number} · ${from} – ${to}`,
    members: 'Direct members, average of the epoch',
    moreMembers: (count) => `${count} more`,
    noMembers: 'No direct member had hash power in this epoch',
    sum: 'Members in total',
    cap: 'Limit: your own hash power × 5',
    capReached: 'Reached: the limit counts',
    capOpen: 'Not reached',
    capPartly: 'Reached part of the time',
    points: 'Your points',
    pointsNote: 'hash power × seconds',
    nodePoints: 'hash power below you × seconds',
    allPoints: 'All points',
    share: (percent) => `Yours: ${percent}`,
    grantable: 'Budget of the epoch',
    grantableNote: 'vested on the chain',
    bonus: 'Bonus of the epoch',
    rounded: 'rounded down',
    cumulative: 'Granted in all',
    live: 'Live pass held',
    liveWhole: 'the whole epoch',
    livePart: (percent) => `${percent} of the epoch`,
    liveNone: 'not in this epoch',
    liveUnknown: 'not listed: the passes changed too often',
    qualified: 'Qualified members, at the end',
    people: (count) => count,
    notCounted: 'not counted',
    highest: 'Most so far',
    entitled: 'Entitled in all',
    entitledNote: 'the step reached, over 90 epochs',
    owed: 'Owed in this epoch',
    allOwed: 'Owed to everybody in this epoch',
    available: 'Budget available',
    failed: 'This epoch’s calculation cannot be read now',
    failedText: 'The server does not answer. It is computed from chain data alone and can be checked later.',
  },
  check: {
    button: 'Check my bonus',
    again: 'Check again',
    running: 'Checking…',
    intro: 'Your browser computes it by itself and does not rely on the server’s result.',
    right: 'Your browser checked the following, and all of it agrees.',
    partly: 'All checked parts agree. Some parts could not be checked this time.',
    wrong: 'Something does not agree. Keep this page and inform the community.',
    took: (milliseconds) => `Took ${milliseconds} ms`,
    failed: 'This browser cannot start the check.',
    states: { right: 'Agrees', wrong: 'Differs', unknown: 'Not checked' },
    hash: {
      right: 'The file’s hash equals the hash in EpochLog on the chain',
      wrong: 'The file’s hash differs from the hash in EpochLog on the chain',
      unreadable: 'The file’s format is wrong, or a part does not match its hash',
      noFile: 'The epoch’s file cannot be read',
      noChain: 'The hash on the chain cannot be read',
      unpublished: 'The epoch’s hash is not on the chain yet',
    },
    deployment: {
      right: 'The file names this chain, these contracts and this epoch',
      wrong: 'The file names another chain, other contracts or another epoch',
      noFile: 'The epoch’s file cannot be read',
    },
    ruleset: {
      right: (number) => `Ruleset ${number} applies, and its hash equals the hash on the chain`,
      wrong: () => 'The ruleset’s hash differs from the hash on the chain',
      noFile: () => 'The epoch’s file cannot be read',
      noChain: () => 'The ruleset’s hash on the chain cannot be read',
      notConfigured: (number) => `This app does not have the text of ruleset ${number}`,
    },
    row: {
      right: 'Your points, bonus and total in the file equal the figures shown here',
      wrong: 'Your points, bonus or total in the file differ from the figures shown here',
      noFile: 'The epoch’s file cannot be read',
    },
    points: {
      right: (count) =>
        `The weights of ${count} ${count === '1' ? 'member' : 'members'} and your own limit give the same points`,
      wrong: () => 'The members’ weights give other points',
      fault: () => 'The members’ weights contradict each other',
      tooMany: (count) => `There are ${count} members; points of more than 1,000 are not computed here`,
      busy: (count) =>
        `${count} ${count === '1' ? 'member is' : 'members are'} not listed, because hash power changed too often in this epoch: the points are not computed here`,
      ownPartly: () =>
        'Your own hash power changed too often in this epoch to be listed in full: the points are not computed here',
      node: () => 'Node points need the whole team’s weights, and are not computed here',
      entitled: () => 'The entitlement shown does not follow from the file’s figures',
      growth: () => 'Since the previous epoch’s file, the entitlement did not grow as the rules say',
      grown: (count) =>
        `Since the previous epoch’s file, the entitlement grew by exactly the amount that ${count} qualified ${count === '1' ? 'member allows' : 'members allow'}`,
      noBefore: () => 'How the entitlement grew cannot be checked: the previous epoch’s file cannot be read',
      noRules: () =>
        'How the entitlement grew cannot be checked: the rules could not be confirmed on the chain',
      notCounted: () =>
        'How the entitlement grew cannot be checked: the qualified members of this epoch are not counted',
      highest: () =>
        'The entitlement is near its limit: whether it grew correctly depends on the most members so far, which cannot be checked',
    },
    qualified: {
      right: (qualified, others) =>
        [
          qualified !== '0' &&
            `${qualified} qualified: each holds a large and old enough position on the chain`,
          others !== '0' && `${others} not qualified: the chain shows no position that says otherwise`,
        ]
          .filter((part) => part !== false)
          .join('. '),
      contradict: () => 'The server’s answer about the members contradicts itself',
      count: () => 'The number of members listed as qualified differs from the number shown',
      chain: (count) =>
        `On the chain, the positions of ${count} ${count === '1' ? 'member' : 'members'} differ from the server’s answer`,
      gone: (count) =>
        `${count} ${count === '1' ? 'member has' : 'members have'} no such position on the chain now: whether ${count === '1' ? 'it had' : 'they had'} such a position then cannot be checked`,
      tooMany: (count) =>
        `There are ${count} members, and not all are listed: who is qualified cannot be checked`,
      notSaid: () =>
        'For some members the server does not say whether they were qualified: the number cannot be checked',
      nobody: () => 'No direct member is listed: whether there is one cannot be checked',
      noChain: () => 'The members’ positions on the chain cannot be read',
      noRules: () => 'Who is qualified cannot be checked: the rules could not be confirmed on the chain',
    },
    highest: {
      wrong: 'The most qualified members so far are fewer than those qualified now',
      unknown: 'The most qualified members so far cannot be checked: that needs every past epoch',
    },
    division: {
      right: 'Budget × points ÷ all points, rounded down, is exactly this bonus',
      wrong: 'Budget × points ÷ all points is not this bonus',
      rightOwed:
        'The smaller of budget and total owed, × owed to you ÷ total owed, rounded down, is exactly this bonus',
      wrongOwed: 'This bonus is not your part of the amount that could be granted',
    },
    cumulative: {
      right: 'The previous total plus this bonus is the present total',
      wrong: 'The previous total plus this bonus is not the present total',
      noFile: 'The previous epoch’s file cannot be read',
    },
    weights: {
      right: (count) =>
        `The latest weights of you and ${count} ${count === '1' ? 'member' : 'members'} equal the weights on the chain`,
      wrong: (count) =>
        `The latest weights of ${count} ${count === '1' ? 'account' : 'accounts'} differ from the weights on the chain`,
      changed: (count) =>
        `${count} ${count === '1' ? 'account has' : 'accounts have'} changed since, and the node keeps no state of that time`,
      noChain: () => 'The latest weights on the chain cannot be read',
      notConfigured: () => 'This app does not have the rules of this program',
    },
    voucher: {
      right: () =>
        'The voucher has the signatures of the contract’s signer and co-signer, and grants no more than was computed here',
      later: () =>
        'The voucher has the signatures of the contract’s signer and co-signer, and grants no more than the file of your latest bonus',
      nothing: () => 'Nothing has been granted so far, so there is no voucher',
      none: () => 'No voucher has been issued yet',
      signer: () => 'The voucher’s first signature is not by the contract’s signer',
      coSigner: () => 'The voucher’s second signature is not by the contract’s co-signer',
      both: () => 'Neither signature of the voucher is by the key that the contract names',
      nonce: (signed, current) =>
        `The voucher has nonce ${signed} of the signers, and the contract has nonce ${current}: the voucher is void until it is signed again`,
      above: () => 'The voucher grants more than was computed for you',
      off: () =>
        'Who signed the voucher cannot be checked: the contract’s signer or co-signer is switched off',
      noTotal: () => 'The keys signed the voucher. Its amount cannot be checked: a file cannot be read',
      noServer: () => 'The voucher cannot be read',
      noChain: () => 'The contract’s signer and co-signer cannot be read',
    },
    cannotTitle: 'What cannot be checked here',
    cannot: {
      past: 'Members’ weights in the past: contracts answer only for the present, the past is in the logs',
      allPoints: 'All points: they need every account’s weights',
      node: 'How the weights below you changed over time',
      direct: 'Whether these are all your direct members, and their later withdrawals: both are in past logs',
      allOwed: 'The total owed to everybody: the sum needs every account’s members',
    },
    audit: 'Anyone can recompute everything from chain logs with npm run audit:rewards.',
  },
  promotion: {
    title: 'Promotion bonus',
    had: (had, most) => `Entitled so far ${had}U, at most ${most}U`,
    most: (most) => `At most ${most}U`,
    comma: ', ',
    ladder: 'Promotion ladder',
    step: (people) => people,
    amount: (amount) => `${amount}U`,
    stepReached: 'reached',
    stepNext: 'next',
    next: (people, amount) =>
      `${people} more qualified ${people === '1' ? 'member lifts' : 'members lift'} your step to ${amount}U in all`,
    top: 'The highest step is reached',
    progress: (now, goal) => `${now} / ${goal}`,
    rule: 'Qualified: holds a large enough position for 7 epochs. A step’s amount is granted over 90 epochs while members stay qualified.',
    qualifying: 'Large enough: ',
    qualifyingOf: (amount, token, pool) => `${pool}: ${amount} ${token}`,
    members: 'Progress of members',
    notSaid: 'not counted',
    notAllLooked: '“Not counted”: this member has more positions or later events than the server checks.',
    notAllListed: 'Past epochs are counted for inviters with up to 1,000 direct members.',
    qualified: 'Qualified',
    waiting: (epochs) => `${epochs} ${epochs === '1' ? 'epoch' : 'epochs'} to go`,
    none: 'No position large enough',
    moreMembers: (count) => `${count} more`,
    asOf: (epoch) => `At the end of epoch ${epoch}`,
    noEpoch: 'Qualified members and progress appear here once the first epoch is settled.',
  },
} satisfies Translation<typeof chinese>
