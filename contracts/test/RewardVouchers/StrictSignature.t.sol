// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";

import {StrictSignature} from "../../src/libraries/StrictSignature.sol";

/// @notice Signatures that no key can be made to produce: s around half the order, where the precompile itself still returns an address.
contract StrictSignatureTest is Test {
    uint256 private constant ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;
    bytes32 private constant DIGEST = keccak256("a digest");

    /// @dev The x of a point, so that every s makes a signature of some address.
    function _r() private pure returns (bytes32 r) {
        (, r,) = vm.sign(1, DIGEST);
    }

    function test_TheHigherOfTwoEquivalentSIsRefused() public pure {
        uint256[3] memory high = [ORDER / 2 + 1, ORDER / 2 + 1000, (uint256(1) << 255) - 1];
        for (uint256 i = 0; i < high.length; ++i) {
            assertNotEq(ecrecover(DIGEST, 27, _r(), bytes32(high[i])), address(0), "the precompile takes it");
            assertEq(StrictSignature.recover(DIGEST, _r(), bytes32(high[i])), address(0), "v 27");
            assertEq(StrictSignature.recover(DIGEST, _r(), bytes32(high[i] | (1 << 255))), address(0), "v 28");
        }
    }

    function test_TheLowerHalfIsTakenToItsEnd() public pure {
        uint256[3] memory low = [uint256(1), ORDER / 2 - 1, ORDER / 2];
        for (uint256 i = 0; i < low.length; ++i) {
            address expected = ecrecover(DIGEST, 27, _r(), bytes32(low[i]));
            assertNotEq(expected, address(0));
            assertEq(StrictSignature.recover(DIGEST, _r(), bytes32(low[i])), expected, "v 27");
            expected = ecrecover(DIGEST, 28, _r(), bytes32(low[i]));
            assertEq(StrictSignature.recover(DIGEST, _r(), bytes32(low[i] | (1 << 255))), expected, "v 28");
        }
    }

    function testFuzz_AKeysSignatureIsItsOwn(uint256 key, bytes32 digest) public pure {
        key = bound(key, 1, ORDER - 1);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        bytes32 vs = bytes32(uint256(s) | (uint256(v - 27) << 255));
        assertEq(StrictSignature.recover(digest, r, vs), vm.addr(key));
        assertNotEq(StrictSignature.recover(digest, r, vs ^ bytes32(uint256(1) << 255)), vm.addr(key), "the other v");
    }
}
