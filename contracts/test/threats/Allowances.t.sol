// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {ThreatTest} from "./ThreatTest.sol";

/// @notice Somebody else uses allowances given to the contract: victims with unlimited allowances, and an attacker who
/// calls every function with random arguments.
contract AllowancesTest is ThreatTest {
    string[] private functions;
    uint256 private pool;
    uint256 private term;
    uint256 private hostile;

    function setUp() public override {
        super.setUp();
        functions = functionsOf("StakingPools");
        pool = pairPool();
        term = termPool();
        // a pool whose reward and pair token are the victims' tokens
        hostile = createPool(flexible(address(galx), address(mcm)));
        equip(attacker, 1e24);
        fund(pool, BUDGET);
        stake(alice, pool, 100 ether);
        stake(alice, term, 100 ether, 3);
        skip(1 days);
    }

    /// @dev The tokens in the victims' wallets. Only the victims may lower them.
    function _wallets() private view returns (uint256) {
        return wealth(alice) + wealth(bob) + wealth(carol) + wealth(funder);
    }

    /// Every function of the contract, a dozen calls in a row, with arguments that an attacker would choose.
    function testFuzz_Threat_AllowancesOfOthersAreNotTouched(uint256 seed) public {
        uint256 wallets = _wallets();
        uint256 principal = positionOf(term, alice, 0).amount + positionOf(pool, alice, 0).amount;
        for (uint256 i = 0; i < 12; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            bytes memory call = abi.encodePacked(selectorOf(functions[seed % functions.length]));
            for (uint256 word = 0; word < 14; ++word) {
                call = abi.encodePacked(call, _word(uint256(keccak256(abi.encode(seed, word)))));
            }
            vm.prank(attacker);
            (bool succeeded,) = address(pools).call(call);
            if (succeeded) skip(seed % 2 == 0 ? 0 : 1 hours);
            // a claim for an account may increase its balance
            assertGe(_wallets(), wallets, functions[seed % functions.length]);
            wallets = _wallets();
        }
        assertEq(positionOf(term, alice, 0).amount + positionOf(pool, alice, 0).amount, principal);
        assertEq(mcm.allowance(bob, address(pools)), type(uint256).max);
    }

    function _word(uint256 random) private view returns (uint256) {
        uint256[16] memory words = [
            pool,
            term,
            hostile,
            uint256(uint160(alice)),
            uint256(uint160(bob)),
            uint256(uint160(carol)),
            uint256(uint160(attacker)),
            uint256(uint160(address(mcm))),
            0,
            1,
            2,
            1 ether,
            100 ether,
            block.timestamp + 1,
            type(uint256).max,
            random
        ];
        return words[(random >> 8) % words.length];
    }

    /// A valid permit of somebody else moves none of that account's tokens through the contract.
    function testFuzz_Threat_APermitServesItsSignerAlone(uint256 key, uint256 amount) public {
        key = bound(key, 1, 1 << 128);
        amount = bound(amount, 1e9, 1e24);
        address signer = vm.addr(key);
        vm.assume(signer.code.length == 0 && signer != attacker && mcm.balanceOf(signer) == 0);
        mcm.mint(signer, amount);
        bytes32 content = keccak256(
            abi.encode(
                keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"),
                signer,
                address(pools),
                amount,
                mcm.nonces(signer),
                block.timestamp
            )
        );
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", mcm.DOMAIN_SEPARATOR(), content));
        IStakingPools.Permit memory permit;
        permit.deadline = block.timestamp;
        (permit.v, permit.r, permit.s) = vm.sign(key, digest);
        vm.startPrank(attacker);
        IERC20(address(mcm)).approve(address(pools), 0);
        vm.expectRevert();
        pools.stakeWithPermit(term, amount, 0, address(0), permit, permit);
        // a direct use of the permit gives the contract the allowance, which is of no use to anybody else
        mcm.permit(signer, address(pools), amount, permit.deadline, permit.v, permit.r, permit.s);
        vm.expectRevert();
        pools.stakeWithPermit(term, amount, 0, address(0), permit, permit);
        vm.stopPrank();
        assertEq(mcm.balanceOf(signer), amount);
        assertEq(mcm.allowance(signer, address(pools)), amount);
    }
}
