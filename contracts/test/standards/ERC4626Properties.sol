// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {Test} from "forge-std/Test.sol";

/// @notice The text of ERC-4626, sentence by sentence, for any vault in any state. A subclass makes the vault and
/// brings it into a state by a random number. Every property is tested in a separate state.
abstract contract ERC4626Properties is Test {
    /// @dev The greatest balance of any account. A vault in any state accepts it as one deposit.
    uint256 internal constant MOST = 1e26;

    address internal immutable caller = makeAddr("caller");
    address internal immutable owner = makeAddr("owner");
    address internal immutable receiver = makeAddr("receiver");

    IERC4626 internal vault;
    IERC20Metadata internal asset;

    /// @dev Makes `vault` and `asset`. `caller` and `owner` each have 2 × `MOST` of the asset and allow the vault to
    /// use all of it.
    function make() internal virtual;

    /// @dev Brings the vault into some state, in which `owner` may have shares.
    function arrange(uint256 state) internal virtual;

    /// @dev Closes everything that a role can close; false if no role can close anything.
    function close() internal virtual returns (bool);

    function setUp() public virtual {
        make();
    }

    modifier inState(uint256 state) {
        arrange(state);
        _;
    }

    function _assets(uint256 random) internal pure returns (uint256) {
        return bound(random, 1, MOST);
    }

    function _shares(uint256 random) internal view returns (uint256) {
        return bound(random, 1, vault.convertToShares(MOST));
    }

    /// @dev The greatest loss of `caller` by rounding on its way in and out: a wei and a share, whichever is worth
    /// more.
    function _spare() internal {
        vault.deposit(vault.previewMint(1) + 1, caller);
    }

    /// @dev Gives `owner` the present price of `shares`. After all holders have left, the wei kept by rounding may
    /// double the value of a share.
    function _afford(uint256 shares) internal {
        deal(address(asset), owner, vault.previewMint(shares));
    }

    /// @dev Gives `owner` shares for `assets`, in addition to its present shares.
    /// @return shares all shares of `owner`
    function _give(uint256 assets) internal returns (uint256 shares) {
        vm.prank(owner);
        vault.deposit(assets, owner);
        return vault.balanceOf(owner);
    }

    // "All ERC-4626 tokenized Vaults MUST implement ERC-20 to represent shares" (Tokens.t.sol) and "MUST implement ERC-20's
    // optional metadata extensions"

    function testFuzz_ERC4626_SharesHaveNameSymbolAndDecimals(uint256 state) public inState(state) {
        assertGt(bytes(vault.name()).length, 0);
        assertGt(bytes(vault.symbol()).length, 0);
        assertGe(vault.decimals(), asset.decimals());
    }

    // asset: "MUST be an ERC-20 token contract. MUST NOT revert."

    function testFuzz_ERC4626_AssetIsAToken(uint256 state) public inState(state) {
        assertEq(vault.asset(), address(asset));
        assertGt(vault.asset().code.length, 0);
    }

    // totalAssets: "SHOULD include any compounding that occurs from yield. MUST be inclusive of any fees that are charged against
    // assets in the Vault. MUST NOT revert."

    function testFuzz_ERC4626_TotalAssetsIncludeYieldAndAreThere(uint256 state, uint256 time) public inState(state) {
        uint256 before = vault.totalAssets();
        skip(bound(time, 0, 1000 days));
        assertGe(vault.totalAssets(), before);
        assertLe(vault.totalAssets(), asset.balanceOf(address(vault)));
    }

    // convertToShares, convertToAssets: "MUST NOT show any variations depending on the caller."

    function testFuzz_ERC4626_ConversionsDoNotDependOnTheCaller(uint256 state, uint256 amount, address other)
        public
        inState(state)
    {
        amount = bound(amount, 0, MOST);
        vm.prank(caller);
        (uint256 shares, uint256 assets) = (vault.convertToShares(amount), 0);
        vm.prank(other);
        assertEq(vault.convertToShares(amount), shares);
        vm.prank(caller);
        assets = vault.convertToAssets(shares);
        vm.prank(other);
        assertEq(vault.convertToAssets(shares), assets);
    }

    // "MUST round down towards 0." "MUST NOT reflect slippage": linear but for rounding

    function testFuzz_ERC4626_ConvertToSharesRoundsDown(uint256 state, uint256 a, uint256 b) public inState(state) {
        (a, b) = (bound(a, 0, MOST), bound(b, 0, MOST));
        assertLe(vault.convertToAssets(vault.convertToShares(a)), a);
        uint256 parts = vault.convertToShares(a) + vault.convertToShares(b);
        assertLe(parts, vault.convertToShares(a + b));
        assertGe(parts + 1, vault.convertToShares(a + b));
    }

    function testFuzz_ERC4626_ConvertToAssetsRoundsDown(uint256 state, uint256 a, uint256 b) public inState(state) {
        uint256 most = vault.convertToShares(MOST);
        (a, b) = (bound(a, 0, most), bound(b, 0, most));
        assertLe(vault.convertToShares(vault.convertToAssets(a)), a);
        uint256 parts = vault.convertToAssets(a) + vault.convertToAssets(b);
        assertLe(parts, vault.convertToAssets(a + b));
        assertGe(parts + 1, vault.convertToAssets(a + b));
    }

    // "MUST NOT revert unless due to integer overflow caused by an unreasonably large input."

    function testFuzz_ERC4626_ViewsDoNotRevert(uint256 state, address account, bool closed) public inState(state) {
        if (closed) close();
        vault.totalAssets();
        vault.maxDeposit(account);
        vault.maxMint(account);
        vault.maxWithdraw(account);
        vault.maxRedeem(account);
        uint256[4] memory amounts = [uint256(0), 1, MOST, type(uint128).max];
        for (uint256 i = 0; i < amounts.length; ++i) {
            vault.convertToShares(amounts[i]);
            vault.convertToAssets(amounts[i]);
            // "MUST NOT revert due to vault specific user/global limits", nor to the balance of the caller
            vault.previewDeposit(amounts[i]);
            vault.previewMint(amounts[i]);
            vault.previewWithdraw(amounts[i]);
            vault.previewRedeem(amounts[i]);
        }
    }

    // maxDeposit, maxMint: "MUST return the maximum amount ... that would not cause a revert and MUST NOT be higher than the
    // actual maximum that would be accepted", "assumes that the user has infinite assets, i.e. MUST NOT rely on balanceOf"

    function testFuzz_ERC4626_MaxDepositIsAccepted(uint256 state) public inState(state) {
        uint256 most = vault.maxDeposit(receiver);
        assertGe(most, MOST);
        deal(address(asset), caller, most);
        vm.prank(caller);
        vault.deposit(most, receiver);
        assertEq(asset.balanceOf(caller), 0);
    }

    function testFuzz_ERC4626_MaxMintIsAccepted(uint256 state) public inState(state) {
        uint256 most = vault.maxMint(receiver);
        assertGe(most, vault.convertToShares(MOST));
        deal(address(asset), caller, vault.previewMint(most));
        vm.prank(caller);
        vault.mint(most, receiver);
        assertEq(asset.balanceOf(caller), 0);
    }

    function testFuzz_ERC4626_MaximaDoNotDependOnBalances(uint256 state) public inState(state) {
        address poor = makeAddr("poor");
        assertEq(vault.maxDeposit(poor), vault.maxDeposit(owner));
        assertEq(vault.maxMint(poor), vault.maxMint(owner));
    }

    // "if deposits are entirely disabled (even temporarily) it MUST return 0"

    function testFuzz_ERC4626_MaximaAreZeroWhereDepositsAreDisabled(uint256 state, uint256 amount)
        public
        inState(state)
    {
        if (!close()) return;
        assertEq(vault.maxDeposit(receiver), 0);
        assertEq(vault.maxMint(receiver), 0);
        amount = _assets(amount);
        vm.startPrank(caller);
        vm.expectRevert();
        vault.deposit(amount, receiver);
        vm.expectRevert();
        vault.mint(amount, receiver);
        vm.stopPrank();
    }

    // maxWithdraw, maxRedeem: "MUST return the maximum amount ... that could be transferred from owner ... and not cause a revert",
    // "MUST NOT be higher than the actual maximum that would be accepted"

    function testFuzz_ERC4626_MaxWithdrawIsAcceptedAndNoMore(uint256 state, uint256 assets, bool closed)
        public
        inState(state)
    {
        _give(_assets(assets));
        if (closed) close();
        uint256 most = vault.maxWithdraw(owner);
        vm.startPrank(owner);
        vm.expectRevert();
        vault.withdraw(most + 1, receiver, owner);
        vault.withdraw(most, receiver, owner);
        vm.stopPrank();
        assertEq(asset.balanceOf(receiver), most);
    }

    function testFuzz_ERC4626_MaxRedeemIsAcceptedAndNoMore(uint256 state, uint256 assets, bool closed)
        public
        inState(state)
    {
        _give(_assets(assets));
        if (closed) close();
        uint256 most = vault.maxRedeem(owner);
        vm.startPrank(owner);
        vm.expectRevert();
        vault.redeem(most + 1, receiver, owner);
        vault.redeem(most, receiver, owner);
        vm.stopPrank();
        assertEq(vault.balanceOf(owner), 0);
        assertEq(vault.maxWithdraw(owner), 0);
        assertEq(vault.maxRedeem(makeAddr("poor")), 0);
    }

    // "the burn/mint rounding": an account that goes in and out, in any way, comes out with no more than went in

    function testFuzz_ERC4626_RoundTripDepositRedeem(uint256 state, uint256 assets) public inState(state) {
        assets = _assets(assets);
        vm.startPrank(caller);
        assertLe(vault.redeem(vault.deposit(assets, caller), caller, caller), assets);
    }

    function testFuzz_ERC4626_RoundTripDepositWithdraw(uint256 state, uint256 assets) public inState(state) {
        assets = _assets(assets);
        vm.startPrank(caller);
        _spare();
        uint256 shares = vault.deposit(assets, caller);
        assertGe(vault.withdraw(assets, caller, caller), shares);
    }

    function testFuzz_ERC4626_RoundTripMintRedeem(uint256 state, uint256 shares) public inState(state) {
        shares = _shares(shares);
        vm.startPrank(caller);
        uint256 assets = vault.mint(shares, caller);
        assertLe(vault.redeem(shares, caller, caller), assets);
    }

    function testFuzz_ERC4626_RoundTripMintWithdraw(uint256 state, uint256 shares) public inState(state) {
        shares = _shares(shares);
        vm.startPrank(caller);
        _spare();
        uint256 assets = vault.mint(shares, caller);
        assertGe(vault.withdraw(assets, caller, caller), shares);
    }

    function testFuzz_ERC4626_RoundTripRedeemDeposit(uint256 state, uint256 assets) public inState(state) {
        uint256 shares = _give(_assets(assets));
        vm.startPrank(owner);
        uint256 paid = vault.redeem(shares, owner, owner);
        if (paid == 0) return;
        assertLe(vault.deposit(paid, owner), shares);
    }

    function testFuzz_ERC4626_RoundTripRedeemMint(uint256 state, uint256 assets) public inState(state) {
        uint256 shares = _give(_assets(assets));
        vm.startPrank(owner);
        uint256 paid = vault.redeem(shares, owner, owner);
        _afford(shares);
        assertGe(vault.mint(shares, owner), paid);
    }

    function testFuzz_ERC4626_RoundTripWithdrawDeposit(uint256 state, uint256 assets) public inState(state) {
        _give(_assets(assets));
        uint256 most = vault.maxWithdraw(owner);
        if (most == 0) return;
        vm.startPrank(owner);
        uint256 burned = vault.withdraw(most, owner, owner);
        assertLe(vault.deposit(most, owner), burned);
    }

    function testFuzz_ERC4626_RoundTripWithdrawMint(uint256 state, uint256 assets) public inState(state) {
        _give(_assets(assets));
        uint256 most = vault.maxWithdraw(owner);
        if (most == 0) return;
        vm.startPrank(owner);
        uint256 burned = vault.withdraw(most, owner, owner);
        _afford(burned);
        assertGe(vault.mint(burned, owner), most);
    }
}
