// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";

/// @title ZN smart vault
/// @notice An ERC-4626 vault: deposits of one asset become shares (an ERC-20 with permits), fundings vest into the price of a
/// share second by second. Nothing needs claiming; leaving at any moment pays what has vested by then.
///
/// Price of a share = (assets + 1) / (shares + 10^12): the vault itself holds 10^12 shares worth 1 wei from the first day. All
/// rounding is in the vault's favour, so the price never falls. Only what came in through the functions below counts as
/// assets: tokens sent to the vault's address move nothing.
///
/// Vesting stands still, and is not lost, while fewer than `minimumShares` exist. So a share is never worth more than a wei,
/// and no call loses more than a wei to rounding, whatever was done before it.
/// @dev Assets are wei of the asset, shares units of 10^-12 wei at the first price, times unix seconds, rates wei per
/// second. Refusals named without a prefix are the `ZnVault_` errors below. Beside them, whatever moves tokens refuses
/// as the asset does, and to be entered again meanwhile (`ReentrancyGuardReentrantCall`).
interface IZnVault is IERC4626, IERC20Permit {
    /// @param assets wei that belong to the shares now
    /// @param rewardRate wei that vest per second until `rewardEnd`; 0 where nothing is left to vest
    /// @param rewardEnd when all will be vested, now at the earliest; moves back by every second that vesting stands still
    /// @param unvested wei still to vest
    /// @param undistributed wei held for the next funding (what rounding left)
    /// @param depositsPausedUntil when the running pause of deposits ends by itself; 0: none is running
    /// @param guardianPausesFrom from when a guardian may pause deposits again; 0: none has paused them yet
    struct VaultState {
        uint256 assets;
        uint256 rewardRate;
        uint256 rewardEnd;
        uint256 unvested;
        uint256 undistributed;
        uint256 depositsPausedUntil;
        uint256 guardianPausesFrom;
    }

    /// @notice Beside the `Deposit` of a call that named an inviter.
    /// @param account the caller: nobody names an inviter for anybody else, also where another account receives the shares
    /// @param inviter as the account named it, unchecked; the readers of the log apply the binding rules
    event InviterNamed(address indexed account, address inviter);
    /// @notice Beside the `Deposit` that reached `minimumShares` and the `Withdraw` that fell below them, while something is
    /// left to vest. Also after a `Funded` that comes while there are too few shares.
    /// @param rewardRate wei that vest per second from now on; 0: vesting stands still
    /// @param rewardEnd when all will be vested; moves back by every second that vesting stands still
    event StreamUpdated(uint256 rewardRate, uint256 rewardEnd);
    /// @param amount wei that arrived
    /// @param rewardRate wei that vest per second; not yet where `StreamUpdated` follows
    event Funded(address indexed funder, uint256 amount, uint256 rewardRate, uint256 rewardEnd);
    /// @param until unix seconds at which the pause ends by itself; 0: the owner lifted it
    event DepositsPauseSet(uint256 until);
    event GuardianSet(address indexed guardian);

    /// @param until unix seconds at which the pause ends at the latest
    error ZnVault_DepositsPaused(uint256 until);
    /// @notice The deposit is worth less than one share.
    error ZnVault_AmountTooSmall(uint256 assets);
    /// @notice Nobody could ever take out what the zero address or the vault itself was paid.
    error ZnVault_RecipientRefused(address recipient);
    /// @notice The asset took a fee or moved nothing; a vault needs exactly what the shares stand for.
    error ZnVault_AmountReceivedDiffers(uint256 expected, uint256 received);
    error ZnVault_AssetsAboveMaximum(uint256 assets, uint256 maximum);
    /// @param budget wei that would have to last for the vesting duration
    error ZnVault_FundingTooSmall(uint256 budget);
    error ZnVault_CallerNotGuardian(address caller);
    error ZnVault_VestingDurationOutOfRange(uint256 duration, uint256 minimum, uint256 maximum);
    error ZnVault_NotAContract(address target);

    // Depositing, beside ERC-4626's `deposit` and `mint`, which refuse the same (`mint` with ERC4626ExceededMaxMint).
    // ERC-4626's `withdraw` and `redeem` refuse the zero address and the vault as receivers (RecipientRefused), and transfers of
    // shares refuse the vault (ERC20InvalidReceiver).

    /// @notice `deposit` that says who invited the caller.
    /// @param assets wei, exactly what is taken
    /// @param receiver who gets the shares; not the vault itself, which may have none (its `maxDeposit` is 0)
    /// @param inviter of the caller; zero: none
    /// @return shares minted, rounded down
    /// @dev Refuses DepositsPaused, ERC4626ExceededMaxDeposit (vested and unvested assets above 2^91 - 1 wei),
    /// AmountTooSmall, AmountReceivedDiffers.
    function depositWithInviter(uint256 assets, address receiver, address inviter) external returns (uint256 shares);

    /// @notice `depositWithInviter` with the caller's permit over `assets` to the vault. A permit that was used already, by
    /// somebody who saw it coming, does no harm: the allowance it gave is there.
    /// @param assets wei, exactly what is taken
    /// @param deadline of the permit, unix seconds
    /// @return shares minted, rounded down
    /// @dev Refuses what `depositWithInviter` refuses.
    function depositWithPermit(
        uint256 assets,
        address receiver,
        address inviter,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external returns (uint256 shares);

    // Rewards

    /// @notice Adds to what vests. Anyone may; it cannot be taken back. The rate rises to (unvested + undistributed +
    /// amount) / vestingDuration if that is above the running rate, otherwise the rate stays and the end moves back: no
    /// funding lowers a rate or brings an end forward. What does not divide is held for the next funding.
    /// @param amount wei; counted is what arrives
    /// @dev The rate is rounded down to a wei per second, the time to a second. Refuses AssetsAboveMaximum
    /// (vested, unvested and held back: 2^91 - 1 wei), and FundingTooSmall (nothing is left to vest and all there is
    /// makes less than a wei per second over the vesting duration).
    function fund(uint256 amount) external;

    // Roles. The owner may hand its role on in two steps (`transferOwnership`, then `acceptOwnership` by the new owner), or
    // renounce it: pauses end by themselves all the same, and no other guardian can be named then.

    /// @notice Stops deposits and mints for 7 days. Withdrawing, redeeming, transferring, funding and vesting go on.
    /// @dev Power of the guardian and the owner. Limit: it holds up new money, nothing that is inside, and ends by itself; the
    /// guardian may start a pause only 30 days after its last one began, the owner at any time. Refuses CallerNotGuardian,
    /// GuardianPause_TooSoon.
    function pauseDeposits() external;

    /// @notice Lets deposits and mints go on at once.
    /// @dev Power of the owner. Limit: changes nothing but that; the guardian must wait all the same until
    /// `guardianPausesFrom`. Refuses OwnableUnauthorizedAccount.
    function unpauseDeposits() external;

    /// @notice Says who may pause deposits beside the owner; zero: nobody.
    /// @dev Power of the owner. Limit: a guardian can do nothing else, and naming one neither pauses nor lifts a pause.
    /// Refuses OwnableUnauthorizedAccount.
    function setGuardian(address guardian) external;

    // Views

    /// @notice Who may pause deposits beside the owner; zero: nobody.
    function guardian() external view returns (address);
    /// @notice Seconds over which a fresh funding vests; never changes.
    function vestingDuration() external view returns (uint256);
    /// @notice Below this many shares vesting stands still.
    function minimumShares() external view returns (uint256);
    /// @notice The vault as of now; nothing is rounded.
    function vaultState() external view returns (VaultState memory);
}
