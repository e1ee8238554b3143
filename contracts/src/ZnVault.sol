// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {IZnVault} from "./interfaces/IZnVault.sol";
import {GuardianPause} from "./types/GuardianPause.sol";
import {VaultLedger} from "./types/VaultLedger.sol";

/// @title ZN smart vault
/// @notice See `IZnVault` for what each function does. What the roles cannot do: neither the owner nor the guardian can
/// move, lock or lower anybody's assets, change how fundings vest, or stop anyone from leaving. The guardian pauses
/// deposits for 7 days, once in 30; the owner does so at any time, lifts the pause and names the guardian. It may hand its
/// role on in two steps, or renounce it. A lost or renounced owner leaves the guardian as it is, whose pauses end by
/// themselves; everything else goes on.
/// @dev The ledger is brought to now by whatever changes the shares or the stream, before it does; transfers of shares change
/// neither. Everything the vault owes is in the ledger: assets, what is still to vest and what is held back add up to what
/// came in less what went out, and the balance is at least that.
/// @custom:security-contact The repository's security advisory form; see SECURITY.md.
contract ZnVault is IZnVault, ERC4626, ERC20Permit, Ownable2Step, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @dev At least a week, so that no top-up is worth catching and no budget below the maximum exceeds a rate's 72 bits.
    uint256 private constant MINIMUM_VESTING_DURATION = 7 days;
    uint256 private constant MAXIMUM_VESTING_DURATION = 1461 days;
    /// @dev Vested and unvested wei together; 2.4 billion tokens of 18 decimals.
    uint256 private constant MAXIMUM_ASSETS = (1 << 91) - 1;
    /// @dev The vault's own 10^12 shares are what a donor would have to enrich before anybody else (OpenZeppelin's ERC4626).
    uint8 private constant DECIMALS_OFFSET = 12;

    /// @inheritdoc IZnVault
    /// @dev As many as there can be wei of assets, so that no vesting lifts the price of a share above a wei; and 10^15 times
    /// the vault's own, so that next to nothing of what vests falls to those. 0.0025 token buy them at the first price.
    uint256 public constant minimumShares = MAXIMUM_ASSETS + 1;

    /// @inheritdoc IZnVault
    uint256 public immutable vestingDuration;

    VaultLedger private _ledger;
    GuardianPause private _pause;

    /// @inheritdoc IZnVault
    address public guardian;
    /// @dev Wei held back for the next funding.
    uint96 private _undistributed;

    /// @param asset_ an ERC-20 whose transfers move exactly their amount
    /// @param vestingDuration_ seconds, 7 days to 1461 days
    constructor(address asset_, address owner_, address guardian_, uint256 vestingDuration_)
        ERC20("ZN GALX", "znGALX")
        ERC20Permit("ZN GALX")
        ERC4626(IERC20(asset_))
        Ownable(owner_)
    {
        if (asset_.code.length == 0) revert ZnVault_NotAContract(asset_);
        if (vestingDuration_ < MINIMUM_VESTING_DURATION || vestingDuration_ > MAXIMUM_VESTING_DURATION) {
            revert ZnVault_VestingDurationOutOfRange(
                vestingDuration_, MINIMUM_VESTING_DURATION, MAXIMUM_VESTING_DURATION
            );
        }
        vestingDuration = vestingDuration_;
        _ledger.updatedAt = uint48(block.timestamp);
        _setGuardian(guardian_);
    }

    // ------------------------------------------------------------------------------------------------------- depositing

    /// @inheritdoc IERC4626
    function deposit(uint256 assets, address receiver) public override(ERC4626, IERC4626) returns (uint256) {
        _requireNoPause();
        return super.deposit(assets, receiver);
    }

    /// @inheritdoc IERC4626
    function mint(uint256 shares, address receiver) public override(ERC4626, IERC4626) returns (uint256) {
        _requireNoPause();
        return super.mint(shares, receiver);
    }

    function depositWithInviter(uint256 assets, address receiver, address inviter) public returns (uint256 shares) {
        shares = deposit(assets, receiver);
        if (inviter != address(0)) emit InviterNamed(msg.sender, inviter);
    }

    function depositWithPermit(
        uint256 assets,
        address receiver,
        address inviter,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external returns (uint256 shares) {
        try IERC20Permit(asset()).permit(msg.sender, address(this), assets, deadline, v, r, s) {} catch {}
        return depositWithInviter(assets, receiver, inviter);
    }

    function _requireNoPause() private view {
        if (!_ledger.pauseStarted) return;
        uint256 until = _pause.runningUntil();
        if (until != 0) revert ZnVault_DepositsPaused(until);
    }

    /// @dev Computed and minted by ERC4626; see `_transferIn` for what comes between.
    function _deposit(address caller, address receiver, uint256 assets, uint256 shares) internal override nonReentrant {
        if (shares == 0) revert ZnVault_AmountTooSmall(assets);
        bool vested = _vests();
        super._deposit(caller, receiver, assets, shares);
        _logStream(vested);
    }

    /// @dev Called before the shares are minted, so what has vested so far belongs to the shares there were.
    function _transferIn(address from, uint256 assets) internal override {
        // Interaction, first because only what has arrived may be credited
        uint256 received = _receive(from, assets);

        // Check
        if (received != assets) revert ZnVault_AmountReceivedDiffers(assets, received);

        // Effect; a deposit gets here only while no pause is running
        (uint256 held, uint256 secondsLeft) = _ledger.current(_vests());
        _ledger.set(held + assets, secondsLeft);
        _ledger.pauseStarted = false;
    }

    // ------------------------------------------------------------------------------------------------------- withdrawing

    /// @dev Allowance, burning and payment are ERC4626's. No pause matters.
    function _withdraw(address caller, address receiver, address owner_, uint256 assets, uint256 shares)
        internal
        override
        nonReentrant
    {
        // Check
        if (receiver == address(0) || receiver == address(this)) revert ZnVault_RecipientRefused(receiver);

        // Effect
        bool vested = _vests();
        (uint256 held, uint256 secondsLeft) = _ledger.current(vested);
        _ledger.set(held - assets, secondsLeft);

        // Effect, Interaction
        super._withdraw(caller, receiver, owner_, assets, shares);
        _logStream(vested);
    }

    /// @dev Every move of shares passes here. Nobody could ever redeem what the vault holds.
    function _update(address from, address to, uint256 shares) internal override {
        if (to == address(this)) revert ERC20InvalidReceiver(to);
        super._update(from, to, shares);
    }

    // ---------------------------------------------------------------------------------------------------------- rewards

    function fund(uint256 amount) external nonReentrant {
        // Interaction, first because what arrives is what vests
        amount = _receive(msg.sender, amount);

        // Check
        (uint256 held, uint256 secondsLeft) = _ledger.current(_vests());
        uint256 running = secondsLeft == 0 ? 0 : _ledger.rate;
        uint256 budget = running * secondsLeft + _undistributed + amount;
        if (held + budget > MAXIMUM_ASSETS) revert ZnVault_AssetsAboveMaximum(held + budget, MAXIMUM_ASSETS);
        uint256 rate = Math.max(running, budget / vestingDuration);
        if (rate == 0) revert ZnVault_FundingTooSmall(budget);

        // Effect. No stream has more than the vesting duration left, so neither rate nor time can come out lower than before.
        secondsLeft = Math.min(vestingDuration, budget / rate);
        _ledger.set(held, secondsLeft);
        _ledger.rate = uint72(rate);
        _undistributed = uint96(budget - rate * secondsLeft);
        emit Funded(msg.sender, amount, rate, block.timestamp + secondsLeft);
        if (!_vests()) emit StreamUpdated(0, block.timestamp + secondsLeft);
    }

    /// @return whether there are shares enough for anything to vest
    function _vests() private view returns (bool) {
        return totalSupply() >= minimumShares;
    }

    /// @dev After the shares changed and the ledger was brought to now.
    /// @param vested whether there were shares enough before
    function _logStream(bool vested) private {
        VaultLedger storage ledger = _ledger;
        if (_vests() == vested || ledger.secondsLeft == 0) return;
        emit StreamUpdated(vested ? 0 : ledger.rate, block.timestamp + ledger.secondsLeft);
    }

    /// @return received what arrived, wei
    function _receive(address from, uint256 amount) private returns (uint256 received) {
        IERC20 token = IERC20(asset());
        uint256 before = token.balanceOf(address(this));
        token.safeTransferFrom(from, address(this), amount);
        return token.balanceOf(address(this)) - before;
    }

    // ------------------------------------------------------------------------------------------------- owner, guardian

    /// @inheritdoc IZnVault
    /// @dev Power of the guardian and the owner: stops new deposits for 7 days. Limit: leaving goes on, and the guardian can do
    /// so once in 30 days.
    function pauseDeposits() external {
        if (msg.sender != guardian && msg.sender != owner()) revert ZnVault_CallerNotGuardian(msg.sender);
        _pauseChanged(_pause.start(msg.sender == owner()));
    }

    /// @inheritdoc IZnVault
    /// @dev Power of the owner: lets deposits go on. Limit: changes nothing but that.
    function unpauseDeposits() external onlyOwner {
        _pause.lift();
        _pauseChanged(0);
    }

    /// @inheritdoc IZnVault
    /// @dev Power of the owner: says who may pause deposits. Zero: nobody but the owner. Limit: a guardian can do
    /// nothing else.
    function setGuardian(address guardian_) external onlyOwner {
        _setGuardian(guardian_);
    }

    function _pauseChanged(uint256 until) private {
        _ledger.pauseStarted = until != 0;
        emit DepositsPauseSet(until);
    }

    function _setGuardian(address guardian_) private {
        guardian = guardian_;
        emit GuardianSet(guardian_);
    }

    // ------------------------------------------------------------------------------------------------------------ views

    /// @inheritdoc IERC4626
    /// @notice Wei that belong to the shares now; tokens sent to the vault's address are none of them.
    function totalAssets() public view override(ERC4626, IERC4626) returns (uint256 held) {
        (held,) = _ledger.current(_vests());
    }

    /// @inheritdoc IERC4626
    /// @notice Zero while deposits are paused, and for the vault itself, whose shares nobody could redeem; else what is missing
    /// to the maximum, vested and unvested together.
    function maxDeposit(address receiver) public view override(ERC4626, IERC4626) returns (uint256) {
        VaultLedger storage ledger = _ledger;
        if (receiver == address(this) || (ledger.pauseStarted && _pause.running())) return 0;
        // vesting moves wei from the second term to the first, so the sum is right without being brought to now
        return MAXIMUM_ASSETS - ledger.assets - uint256(ledger.rate) * ledger.secondsLeft;
    }

    /// @inheritdoc IERC4626
    /// @notice The shares `maxDeposit` buys, rounded down.
    function maxMint(address receiver) public view override(ERC4626, IERC4626) returns (uint256) {
        return convertToShares(maxDeposit(receiver));
    }

    function vaultState() external view returns (VaultState memory) {
        (uint256 held, uint256 secondsLeft) = _ledger.current(_vests());
        return VaultState({
            assets: held,
            rewardRate: secondsLeft == 0 ? 0 : _ledger.rate,
            rewardEnd: block.timestamp + secondsLeft,
            unvested: _ledger.rate * secondsLeft,
            undistributed: _undistributed,
            depositsPausedUntil: _pause.runningUntil(),
            guardianPausesFrom: _pause.guardianFrom
        });
    }

    /// @inheritdoc IERC20Metadata
    function decimals() public view override(ERC20, ERC4626, IERC20Metadata) returns (uint8) {
        return ERC4626.decimals();
    }

    /// @inheritdoc IERC20Permit
    function nonces(address holder) public view override(ERC20Permit, IERC20Permit) returns (uint256) {
        return super.nonces(holder);
    }

    function _decimalsOffset() internal pure override returns (uint8) {
        return DECIMALS_OFFSET;
    }
}
