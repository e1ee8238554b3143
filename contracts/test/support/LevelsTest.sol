// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Levels} from "../../src/Levels.sol";
import {StandInToken} from "../../src/demo/StandInToken.sol";
import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {AAA} from "../../src/tokens/AAA.sol";
import {PermitSigning} from "./PermitSigning.sol";
import {PoolsTest} from "./PoolsTest.sol";

/// @notice The start of every test of Levels: the product's BTC pool (stake AAA, earn BTCB, boosted by Levels), stakers
/// with AAA, and an account that can sign.
abstract contract LevelsTest is PoolsTest, PermitSigning {
    uint256 internal constant BTC_BUDGET = 90 ether;

    Levels internal levels;
    AAA internal aaa;
    StandInToken internal btcb;
    uint256 internal btc;
    address internal signer;
    uint256 internal signerKey;

    function setUp() public virtual override {
        super.setUp();
        levels = Levels(deployed("Levels", abi.encode(mcm, pools)));
        bytes memory terms = abi.encode(this, 100_000_000 ether, owner, 300, address(0xfee), address(1), address(2), bytes32(0));
        aaa = AAA(deployed("AAA", terms));
        btcb = StandInToken(deployed("StandInToken", abi.encode("Bitcoin", "BTCB", funder, 21_000_000 ether)));
        (signer, signerKey) = makeAddrAndKey("signer");
        mcm.mint(signer, 100_000 ether);
        address[5] memory holders = [funder, alice, bob, carol, signer];
        for (uint256 i = 0; i < holders.length; ++i) {
            aaa.transfer(holders[i], 1_000_000 ether);
            approveAll(holders[i], address(aaa));
        }
        approveAll(funder, address(btcb));
        btc = levelledPool(address(aaa), address(btcb));
    }

    /// @dev Flexible, boosted by Levels.
    function levelledPool(address stakeToken, address rewardToken) internal returns (uint256) {
        IStakingPools.PoolConfiguration memory configuration = flexible(stakeToken, rewardToken);
        configuration.boostSource = address(levels);
        return createPool(configuration);
    }

    function allowLevels(address account, uint256 amount) internal {
        vm.prank(account);
        mcm.approve(address(levels), amount);
    }

    function buy(address account, uint256 level, uint256[] memory targets) internal {
        vm.prank(account);
        levels.buy(level, targets);
    }

    function noPools() internal pure returns (uint256[] memory) {
        return new uint256[](0);
    }

    function only(uint256 pool) internal pure returns (uint256[] memory list) {
        list = new uint256[](1);
        list[0] = pool;
    }
}
