// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {CommonBase} from "forge-std/Base.sol";

/// @notice Signs EIP-2612 permits with the keys of test accounts.
abstract contract PermitSigning is CommonBase {
    bytes32 private constant TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    struct Signed {
        uint256 deadline;
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    /// @dev Valid for an hour.
    function signPermit(uint256 key, address token, address spender, uint256 value)
        internal
        view
        returns (Signed memory permit)
    {
        address signer = vm.addr(key);
        permit.deadline = block.timestamp + 1 hours;
        uint256 nonce = IERC20Permit(token).nonces(signer);
        bytes32 content = keccak256(abi.encode(TYPEHASH, signer, spender, value, nonce, permit.deadline));
        bytes32 domain = IERC20Permit(token).DOMAIN_SEPARATOR();
        (permit.v, permit.r, permit.s) = vm.sign(key, keccak256(abi.encodePacked("\x19\x01", domain, content)));
    }
}
