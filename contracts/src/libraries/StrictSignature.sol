// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @notice Who signed a digest with a key of their own. One signature in one encoding has one meaning: no other s, no other v,
/// no bytes behind. No contract is ever asked (ERC-1271), so that nobody's code decides what is valid.
library StrictSignature {
    /// @dev Half the order of secp256k1, rounded down: the higher s of the two that verify is refused.
    uint256 private constant MAXIMUM_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    /// @param signature 65 bytes `r s v` with v 27 or 28, or 64 bytes `r vs` (EIP-2098)
    /// @return account zero where the signature is none
    function recover(bytes32 digest, bytes calldata signature) internal pure returns (address account) {
        uint256 s;
        uint8 v;
        if (signature.length == 65) {
            s = uint256(bytes32(signature[32:64]));
            v = uint8(signature[64]);
        } else if (signature.length == 64) {
            uint256 vs = uint256(bytes32(signature[32:64]));
            s = vs & (type(uint256).max >> 1);
            v = uint8(27 + (vs >> 255));
        } else {
            return address(0);
        }
        if (s > MAXIMUM_S) return address(0);
        // any other v makes the precompile answer zero
        return ecrecover(digest, v, bytes32(signature[0:32]), bytes32(s));
    }
}
