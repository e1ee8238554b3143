// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Reward vouchers
/// @notice Pays bonuses that are computed off-chain by two parties, out of budgets that bound them on-chain. A program has one token, a budget
/// per epoch and a start, which never change. What anyone funds it with vests at most one budget at the end of each epoch, and no
/// more than what has vested is ever paid, whatever is signed. A voucher says what an account has been granted by a
/// program in all, ever (cumulative); a claim pays the difference to what the account has drawn.
/// @dev Amounts are wei of the program's token, times unix seconds. Epochs are counted from the unix epoch: number `n` lasts
/// from `n × epochDuration` until just before `(n + 1) × epochDuration`.
///
/// Who can do what
/// - Anyone: funds a program; submits anybody's voucher, which pays the account it names.
/// - Account of a voucher: has it paid to another address (`claimTo`), which helps where the token refuses the account.
/// - Signer (a key of the operator's servers) and co-signer (a key of the second engine, on another machine): grant vouchers
///   together, neither alone. Each is zero while switched off. Together they cannot pay more than the vested funds, over all
///   accounts; they cannot touch unvested funds; they cannot take back a payment.
/// - Guardian: stops claims for 7 days, once in 30 days; switches either signer off. It moves nothing and appoints nobody.
/// - Owner (timelock): makes programs, names signers and guardian, pauses claims for 7 days at any time, lifts a pause, switches
///   signers off. It cannot change a program's terms, move its money, or make more of it vest. It may hand its role on
///   in two steps (`transferOwnership`, then `acceptOwnership` by the new owner), and cannot renounce it (OwnerRequired).
///
/// A lost owner leaves this: every pause ends by itself, so claims go on. There are no new programs. A signer that is switched
/// off stays off, and nothing is paid any more then: the switch protects the money of the programs from a stolen key, and a
/// switch that turned itself on again would hand the money to the thief.
///
/// Nothing leaves but by a voucher: there is no sweep, no rescue and no end of a program.
///
/// Refusals named without a prefix are the `RewardVouchers_` errors below. Beside them, whatever moves tokens refuses
/// to be entered again meanwhile (`ReentrancyGuardReentrantCall`).
interface IRewardVouchers {
    /// @notice What both signers sign, as EIP-712 typed data.
    /// @param program id of the program
    /// @param account is paid, no matter who submits
    /// @param cumulative wei the program has granted the account in all, ever; what was drawn counts towards it
    /// @param deadline last second at which it is good
    /// @param signersNonce the signers' nonce at signing, see `signersNonce()`
    struct Voucher {
        uint256 program;
        address account;
        uint256 cumulative;
        uint256 deadline;
        uint256 signersNonce;
    }

    /// @notice The short form of EIP-2098.
    /// @param vs s in the lower half of the order; its highest bit is 1 where v is 28
    struct Signature {
        bytes32 r;
        bytes32 vs;
    }

    /// @notice A voucher and what both signers signed: the same digest, each with a key of its own.
    struct SignedVoucher {
        uint256 program;
        address account;
        uint256 cumulative;
        uint256 deadline;
        uint256 signersNonce;
        Signature signature;
        Signature coSignature;
    }

    /// @param id of the program
    /// @param token what it pays
    /// @param budgetPerEpoch most that vests at the end of an epoch, wei
    /// @param start begin of the first epoch that can vest, a multiple of the epoch duration
    /// @param funded what came in, ever, wei
    /// @param vested how much of `funded` has vested by now, wei
    /// @param paid how much of `vested` was paid, wei: the sum of `drawn` over all accounts. `vested - paid` can be claimed
    /// @param fundedUntil end of the epoch with which the last of `funded - vested` vests if no more comes in; 0: nothing is left
    struct ProgramView {
        uint256 id;
        address token;
        uint256 budgetPerEpoch;
        uint256 start;
        uint256 funded;
        uint256 vested;
        uint256 paid;
        uint256 fundedUntil;
    }

    event ProgramCreated(uint256 indexed program, address indexed token, uint256 budgetPerEpoch, uint256 start);
    /// @param amount what arrived, wei
    event Funded(uint256 indexed program, address indexed funder, uint256 amount);
    /// @param amount what was paid now, wei; the sum over an account's claims is what it has drawn
    event Claimed(uint256 indexed program, address indexed account, uint256 amount);
    /// @notice Beside the `Claimed` of a `claimTo`. @param to who received the amount
    event ClaimRedirected(uint256 indexed program, address indexed account, address to);
    /// @param signer zero: switched off; `coSigner` likewise
    /// @param signersNonce grows by one whenever signer or co-signer is named; switching off leaves it as it is
    event SignersSet(address indexed signer, address indexed coSigner, uint256 signersNonce);
    event GuardianSet(address indexed guardian);
    /// @param until unix seconds at which the pause ends by itself; 0: the owner lifted it
    event ClaimsPauseSet(uint256 until);

    // Claiming
    /// @param until unix seconds at which the pause ends at the latest
    error RewardVouchers_ClaimsPaused(uint256 until);
    /// @notice Only the account of a voucher may have it paid elsewhere.
    error RewardVouchers_CallerNotAccount(address account, address caller);
    /// @notice The zero address or this contract: what is paid there is lost.
    error RewardVouchers_RecipientRefused(address recipient);
    /// @param deadline the voucher's, unix seconds
    error RewardVouchers_VoucherExpired(uint256 deadline);
    /// @notice Nothing is left to pay: the account has drawn what the voucher grants, or more.
    error RewardVouchers_AlreadyDrawn(uint256 program, address account, uint256 cumulative, uint256 drawn);
    error RewardVouchers_SignerDisabled();
    error RewardVouchers_CoSignerDisabled();
    /// @notice A signer was named after the voucher was signed.
    error RewardVouchers_SignersReplaced(uint256 signersNonce, uint256 current);
    /// @notice Not the signature of the current signer over this very voucher.
    error RewardVouchers_SignatureInvalid(uint256 program, address account);
    /// @notice Not the signature of the current co-signer over this very voucher.
    error RewardVouchers_CoSignatureInvalid(uint256 program, address account);
    /// @param amount wei to be paid
    /// @param claimable wei of the program that have vested and are not paid yet; more vests at the end of the epoch
    error RewardVouchers_AboveVestedBudget(uint256 program, uint256 amount, uint256 claimable);

    // Funding
    error RewardVouchers_ProgramUnknown(uint256 program);
    error RewardVouchers_NothingReceived(uint256 program);
    /// @param unpaid what the program would hold, wei
    error RewardVouchers_FundingAboveMaximum(uint256 program, uint256 unpaid, uint256 maximum);

    // Roles, programs
    error RewardVouchers_CallerNotGuardian(address caller);
    error RewardVouchers_SignerZero();
    /// @notice Signer and co-signer must be two keys.
    error RewardVouchers_SignersEqual(address signer);
    /// @notice A contract cannot sign.
    error RewardVouchers_SignerIsContract(address signer);
    error RewardVouchers_OwnerRequired();
    error RewardVouchers_TooManyPrograms(uint256 maximum);
    error RewardVouchers_NotAContract(address token);
    error RewardVouchers_BudgetOutOfRange(uint256 budgetPerEpoch, uint256 maximum);
    error RewardVouchers_StartTooLate(uint256 start, uint256 latest);
    error RewardVouchers_EpochDurationOutOfRange(uint256 epochDuration, uint256 maximum);
    /// @param earliest the first time that can be asked for: when the running epoch began
    error RewardVouchers_TimePast(uint256 timestamp, uint256 earliest);
    error RewardVouchers_ListsDiffer(uint256 programs, uint256 accounts);

    // Claiming. Anyone may submit a voucher; it pays its account.

    /// @notice Pays `cumulative - drawn`: all of it or nothing.
    /// @return amount wei paid, never 0; the account receives less where the token takes a fee
    /// @dev Reverts, in this order: AlreadyDrawn, VoucherExpired, ProgramUnknown, ClaimsPaused, SignerDisabled, CoSignerDisabled,
    /// SignersReplaced, SignatureInvalid, CoSignatureInvalid, AboveVestedBudget, and as the token does.
    function claim(SignedVoucher calldata voucher) external returns (uint256 amount);
    /// @notice `claim` that pays `to` instead of the account. Only the account itself may call (CallerNotAccount): so an account
    /// that the token refuses to pay (a blocklist) still reaches what it was granted.
    /// @param to neither the zero address nor this contract (RecipientRefused)
    /// @return amount wei paid, never 0
    /// @dev Reverts: CallerNotAccount, RecipientRefused, then as `claim`.
    function claimTo(SignedVoucher calldata voucher, address to) external returns (uint256 amount);
    /// @notice Pays many vouchers, of any programs and accounts. A voucher whose amount is drawn already, before the call or by an
    /// earlier voucher of the call, is skipped unread: nobody can spoil the call by submitting a voucher of it first. A voucher
    /// whose account the token refuses to pay is skipped too, and stays good. Anything else that `claim` would refuse
    /// refuses the whole call, with the same error.
    /// @return amounts wei paid for each voucher, 0 where skipped
    function claimMany(SignedVoucher[] calldata vouchers) external returns (uint256[] memory amounts);

    /// @notice Adds to what a program can let vest. Anyone; it cannot be taken back. Epochs that have ended let none of it vest;
    /// the running one does, when it ends.
    /// @param amount wei taken from the caller's allowance
    /// @return received wei that arrived, which is what counts
    /// @dev Reverts: ProgramUnknown, NothingReceived, FundingAboveMaximum (a program holds at most 2^91 - 1 wei unpaid), and as
    /// the token does.
    function fund(uint256 program, uint256 amount) external returns (uint256 received);

    // Owner (timelock). Each refuses anybody else with OwnableUnauthorizedAccount.

    /// @notice Power: adds a program. Limit: touches no other; the terms never change afterwards.
    /// @param budgetPerEpoch wei, 1 to 2^91 - 1
    /// @param start rounded up to the begin of an epoch; at most 1 461 days ahead. May be past: epochs that ended before
    /// money came in let nothing vest
    /// @return program its id: a serial number from 1 above the token's address, which claims thus need not look up. Opaque to
    /// everything but the contract. At most 64 can be made
    /// @dev Reverts: TooManyPrograms, NotAContract, BudgetOutOfRange, StartTooLate.
    function createProgram(address token, uint256 budgetPerEpoch, uint256 start) external returns (uint256 program);
    /// @notice Power: names the signer. Every voucher of an earlier nonce is void from then on. Vouchers for a coming nonce can be
    /// signed ahead, so a stolen key is never named again; paid vouchers stay paid. Limit: the new signer pays nothing without the co-signer and is bound by the vested budgets;
    /// a pause is not lifted by it.
    /// @param signer not zero (SignerZero): switching off is `disableSigner`; not the co-signer (SignersEqual); without
    /// code (SignerIsContract)
    function setSigner(address signer) external;
    /// @notice `setSigner` for the co-signer.
    function setCoSigner(address coSigner) external;
    /// @notice Power: names the guardian, who may stop claims and switch a signer off. Zero: there is no guardian. Limit: a
    /// guardian can do nothing else; naming one neither pauses nor lifts a pause, and leaves the signers as they are.
    function setGuardian(address guardian) external;
    /// @notice Power: lifts a pause, so that claims go on at once. Limit: does not switch a signer on; the guardian must wait
    /// all the same until `guardianPausesFrom`.
    function unpause() external;

    // Guardian and owner. Each refuses anybody else with CallerNotGuardian.

    /// @notice Power: stops all claims for 7 days. Limit: it ends by itself; the guardian may start one only 30 days after its
    /// last one began (GuardianPause_TooSoon), the owner at any time. Funding and vesting go on; nothing moves, nothing is lost.
    function pause() external;
    /// @notice Power: voids all vouchers signed so far, for good. None is paid until the owner names a signer. Limit: drawn amounts stay drawn, and the
    /// cumulative vouchers that both sign afterwards go on from there.
    function disableSigner() external;
    /// @notice `disableSigner` for the co-signer.
    function disableCoSigner() external;

    // Views, all as of now

    /// @return who may stop claims and switch a signer off beside the owner; zero: nobody
    function guardian() external view returns (address);
    /// @return the first key that vouchers need; zero while switched off
    function signer() external view returns (address);
    /// @return the second key that vouchers need; zero while switched off
    function coSigner() external view returns (address);
    /// @return number that vouchers must carry: 1 at first, one more each time a signer or co-signer is named
    function signersNonce() external view returns (uint256);
    /// @return whether claims are stopped
    function paused() external view returns (bool);
    /// @return unix seconds at which the running pause ends by itself; 0: claims are not paused
    function pausedUntil() external view returns (uint256);
    /// @return unix seconds from which the guardian may pause claims again; 0: no guardian has paused them yet
    function guardianPausesFrom() external view returns (uint256);
    /// @return seconds, never changes
    function epochDuration() external view returns (uint256);
    /// @return how many programs were made, ever
    function programCount() external view returns (uint256);
    /// @return program id of the one made as number `index`, counted from 0; reverts (panic 0x32) where there is none
    function programAt(uint256 index) external view returns (uint256 program);
    /// @notice The terms and what came in, vested and was paid. Reverts: ProgramUnknown.
    function program(uint256 id) external view returns (ProgramView memory);
    /// @notice All programs, in the order in which they were made.
    function programs() external view returns (ProgramView[] memory);
    /// @return wei the account has drawn from the program, ever; 0 for an unknown program
    function drawn(uint256 program, address account) external view returns (uint256);
    /// @notice `drawn` of many pairs of program and account at once. @param accounts as many as `programs` (ListsDiffer)
    function drawnMany(uint256[] calldata programs, address[] calldata accounts)
        external
        view
        returns (uint256[] memory);
    /// @return wei that have vested and are not paid: the most that vouchers of the program can draw now. Reverts:
    /// ProgramUnknown
    function claimable(uint256 program) external view returns (uint256);
    /// @notice What of the program's funding has vested at `timestamp`, wei, if no more comes in until then; claims do not matter.
    /// What has vested at the end of epoch `n` is `vestedAt(program, (n + 1) × epochDuration)`, as long as epoch `n + 1` is
    /// running or still to come: what comes in during an epoch vests at its end at the earliest. For earlier epochs the
    /// logs say it.
    /// @param timestamp unix seconds, not before the running epoch began (TimePast)
    /// @dev Reverts: TimePast, ProgramUnknown.
    function vestedAt(uint256 program, uint256 timestamp) external view returns (uint256);
    /// @return what both signers sign for `voucher` on this chain: its EIP-712 digest
    function digest(Voucher calldata voucher) external view returns (bytes32);
}
