// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";

import {ZnVault} from "../../src/ZnVault.sol";
import {StandInToken} from "../../src/demo/StandInToken.sol";
import {AAA} from "../../src/tokens/AAA.sol";
import {GALX} from "../../src/tokens/GALX.sol";
import {MCM} from "../../src/tokens/MCM.sol";
import {ERC20Properties} from "./ERC20Properties.sol";
import {ERC2612Properties} from "./ERC2612Properties.sol";

contract StandInTokenStandard is ERC20Properties {
    function make() internal override returns (IERC20Metadata) {
        return new StandInToken("Tether USD", "USDT", holder, HELD);
    }

    function expectedMetadata() internal pure override returns (string memory, string memory, uint8) {
        return ("Tether USD", "USDT", 18);
    }
}

contract McmStandard is ERC2612Properties {
    function make() internal override returns (IERC20Metadata) {
        MCM mcm = new MCM(2 * HELD, address(this));
        mcm.mint(holder, HELD);
        return IERC20Metadata(address(mcm));
    }

    function expectedMetadata() internal pure override returns (string memory, string memory, uint8) {
        return ("MCM", "MCM", 18);
    }
}

contract GalxStandard is ERC2612Properties {
    function make() internal override returns (IERC20Metadata) {
        GALX galx = new GALX(2 * HELD, address(this));
        galx.mint(holder, HELD);
        return IERC20Metadata(address(galx));
    }

    function expectedMetadata() internal pure override returns (string memory, string memory, uint8) {
        return ("GALX", "GALX", 18);
    }
}

contract AaaStandard is ERC2612Properties {
    address internal immutable recipient = makeAddr("fee recipient");

    function make() internal virtual override returns (IERC20Metadata) {
        return IERC20Metadata(
            address(new AAA(holder, HELD, address(this), 300, recipient, address(1), address(2), bytes32("pair")))
        );
    }

    function expectedMetadata() internal pure override returns (string memory, string memory, uint8) {
        return ("AAA", "AAA", 18);
    }
}

/// @notice AAA sold to its swap pair: the standard's rules for a transfer hold for the whole amount, of which a fee
/// goes to another account.
contract TaxedAaaStandard is AaaStandard {
    function make() internal override returns (IERC20Metadata made) {
        made = super.make();
        receiver = AAA(address(made)).swapPair();
    }

    function arriving(uint256 amount) internal pure override returns (uint256) {
        return amount - amount * 300 / 10_000;
    }

    function feeTaker() internal view override returns (address) {
        return recipient;
    }
}

/// @notice The vault's shares after deposits and rewards.
contract ZnVaultSharesStandard is ERC2612Properties {
    function make() internal override returns (IERC20Metadata) {
        GALX galx = new GALX(10 * HELD, address(this));
        ZnVault vault = new ZnVault(address(galx), address(this), address(0), 90 days);
        galx.mint(address(this), 10 * HELD);
        galx.approve(address(vault), type(uint256).max);
        vault.deposit(HELD, makeAddr("somebody else"));
        vault.fund(HELD);
        skip(1 days);
        vault.mint(HELD, holder);
        return IERC20Metadata(address(vault));
    }

    function expectedMetadata() internal pure override returns (string memory, string memory, uint8) {
        return ("ZN GALX", "znGALX", 30);
    }
}
