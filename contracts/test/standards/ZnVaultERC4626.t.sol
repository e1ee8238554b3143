// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";

import {ZnVault} from "../../src/ZnVault.sol";
import {GALX} from "../../src/tokens/GALX.sol";
import {ERC4626Operations} from "./ERC4626Operations.sol";

contract ZnVaultERC4626Standard is ERC4626Operations {
    address private immutable guardian = makeAddr("guardian");
    GALX private galx;

    function make() internal override {
        galx = new GALX(100 * MOST, address(this));
        ZnVault made = new ZnVault(address(galx), address(this), guardian, 90 days);
        (vault, asset) = (made, IERC20Metadata(address(galx)));
        address[3] memory holders = [caller, owner, address(this)];
        for (uint256 i = 0; i < holders.length; ++i) {
            galx.mint(holders[i], 2 * MOST);
            vm.prank(holders[i]);
            galx.approve(address(vault), type(uint256).max);
        }
    }

    /// @dev Empty, with few shares or many, before, during and after vesting, with donations, with the remainders of
    /// other holders.
    function arrange(uint256 state) internal override {
        ZnVault made = ZnVault(address(vault));
        if (state % 8 == 0) return;
        if (state % 2 == 0) made.fund(bound(state >> 8, 90 days, MOST / 2));
        vm.prank(owner);
        made.deposit(10 ** (state % 23 + 1), owner);
        made.deposit(bound(state >> 32, 1, MOST / 2), address(this));
        if (state % 3 == 0) made.fund(bound(state >> 8, 90 days, MOST / 2));
        skip(bound(state >> 16, 0, 100 days));
        if (state % 5 == 0) galx.transfer(address(vault), MOST / 10);
        if (state % 7 == 0) made.redeem(made.balanceOf(address(this)), address(this), address(this));
        if (state % 11 == 0) {
            uint256 shares = made.balanceOf(owner);
            vm.prank(owner);
            made.redeem(shares, owner, owner);
        }
        skip(bound(state >> 24, 0, 10 days));
    }

    function close() internal override returns (bool) {
        vm.prank(guardian);
        ZnVault(address(vault)).pauseDeposits();
        return true;
    }
}
