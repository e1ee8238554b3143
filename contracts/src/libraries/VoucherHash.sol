// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IRewardVouchers} from "../interfaces/IRewardVouchers.sol";

/// @notice The EIP-712 hash of a voucher without the domain: the hash of its type, then its five fields as they lie in the
/// calldata, with or without signatures behind them.
library VoucherHash {
    bytes32 private constant TYPEHASH =
        keccak256("Voucher(uint256 program,address account,uint256 cumulative,uint256 deadline,uint256 signersNonce)");

    function hashed(IRewardVouchers.Voucher calldata voucher) internal pure returns (bytes32) {
        uint256 place;
        assembly ("memory-safe") {
            place := voucher
        }
        return _hashAt(place);
    }

    function hashed(IRewardVouchers.SignedVoucher calldata voucher) internal pure returns (bytes32) {
        uint256 place;
        assembly ("memory-safe") {
            place := voucher
        }
        return _hashAt(place);
    }

    function _hashAt(uint256 place) private pure returns (bytes32 hash) {
        bytes32 typehash = TYPEHASH;
        assembly ("memory-safe") {
            let free := mload(0x40)
            mstore(free, typehash)
            calldatacopy(add(free, 32), place, 160)
            hash := keccak256(free, 192)
        }
    }
}
