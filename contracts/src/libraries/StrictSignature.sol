// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Who signed a digest with a key of their own. Only the short form of EIP-2098 is taken, in which a signature has one
/// encoding and no other: no second s, no second v, no bytes behind. No contract is ever asked (ERC-1271), so that nobody's
/// code decides what is valid.
library StrictSignature {
    /// @dev Half the order of secp256k1, rounded down: the higher s of the two that verify is refused.
    uint256 private constant MAXIMUM_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    /// @param vs s, and in the highest bit whether v is 28 rather than 27
    /// @return account zero where the signature is none
    function recover(bytes32 digest, bytes32 r, bytes32 vs) internal pure returns (address account) {
        uint256 s = uint256(vs) & (type(uint256).max >> 1);
        if (s > MAXIMUM_S) return address(0);
        unchecked {
            return ecrecover(digest, uint8(27 + (uint256(vs) >> 255)), r, bytes32(s));
        }
    }
}
