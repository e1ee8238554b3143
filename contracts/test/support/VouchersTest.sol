// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Build} from "./Build.sol";

import {RewardVouchers} from "../../src/RewardVouchers.sol";
import {IRewardVouchers} from "../../src/interfaces/IRewardVouchers.sol";
import {GALX} from "../../src/tokens/GALX.sol";
import {MCM} from "../../src/tokens/MCM.sol";

/// @notice The start of every RewardVouchers test: the contract, its roles with signers whose keys are known, two
/// tokens, a funder with allowances, and functions for signing that share no code with the contract.
abstract contract VouchersTest is Build {
    uint256 internal constant EPOCH = 1 days;
    uint256 internal constant BUDGET = 1000 ether;

    address internal immutable owner = makeAddr("timelock");
    address internal immutable guardian = makeAddr("guardian");
    address internal immutable funder = makeAddr("funder");
    address internal immutable alice = makeAddr("alice");
    address internal immutable bob = makeAddr("bob");
    address internal immutable carol = makeAddr("carol");

    uint256 internal signerKey;
    address internal signer;
    uint256 internal coSignerKey;
    address internal coSigner;
    RewardVouchers internal vouchers;
    MCM internal mcm;
    GALX internal galx;

    function setUp() public virtual {
        // the beginning of an epoch
        vm.warp(20_833 days);
        (signer, signerKey) = makeAddrAndKey("signer");
        (coSigner, coSignerKey) = makeAddrAndKey("co-signer");
        vouchers = RewardVouchers(deployed("RewardVouchers", abi.encode(owner, guardian, signer, coSigner, EPOCH)));
        mcm = MCM(deployed("MCM", abi.encode(1_000_000_000 ether, address(this))));
        galx = GALX(deployed("GALX", abi.encode(1_000_000_000 ether, address(this))));
        mcm.mint(funder, 100_000_000 ether);
        galx.mint(funder, 100_000_000 ether);
        allow(funder, address(mcm));
        allow(funder, address(galx));
    }

    function allow(address holder, address token) internal {
        vm.prank(holder);
        IERC20(token).approve(address(vouchers), type(uint256).max);
    }

    // Programs

    function createProgram(address token, uint256 budget) internal returns (uint256) {
        vm.prank(owner);
        return vouchers.createProgram(token, budget, block.timestamp);
    }

    function fund(uint256 program, uint256 amount) internal returns (uint256) {
        vm.prank(funder);
        return vouchers.fund(program, amount);
    }

    /// @dev A GALX program with ten budgets, one of which has vested.
    function runningProgram() internal returns (uint256 program) {
        program = createProgram(address(galx), BUDGET);
        fund(program, 10 * BUDGET);
        skip(EPOCH);
    }

    // Vouchers

    function voucherOf(uint256 program, address account, uint256 cumulative)
        internal
        view
        returns (IRewardVouchers.Voucher memory)
    {
        return IRewardVouchers.Voucher(program, account, cumulative, block.timestamp + 1 hours, vouchers.signersNonce());
    }

    function domainOf(string memory name, string memory version, uint256 chainId, address verifyingContract)
        internal
        pure
        returns (bytes32)
    {
        bytes32 typehash =
            keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
        return
            keccak256(
                abi.encode(typehash, keccak256(bytes(name)), keccak256(bytes(version)), chainId, verifyingContract)
            );
    }

    function structHashOf(IRewardVouchers.Voucher memory voucher) internal pure returns (bytes32) {
        bytes32 typehash = keccak256(
            "Voucher(uint256 program,address account,uint256 cumulative,uint256 deadline,uint256 signersNonce)"
        );
        return keccak256(abi.encode(typehash, voucher));
    }

    function digestOf(bytes32 domain, bytes32 structHash) internal pure returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1901", domain, structHash));
    }

    function digestOf(IRewardVouchers.Voucher memory voucher) internal view returns (bytes32) {
        return digestOf(domainOf("GALX RewardVouchers", "1", block.chainid, address(vouchers)), structHashOf(voucher));
    }

    function sign(uint256 key, bytes32 digest) internal pure returns (IRewardVouchers.Signature memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return IRewardVouchers.Signature(r, bytes32(uint256(s) | (uint256(v - 27) << 255)));
    }

    function signed(IRewardVouchers.Voucher memory voucher)
        internal
        view
        returns (IRewardVouchers.SignedVoucher memory)
    {
        return signed(voucher, signerKey, digestOf(voucher));
    }

    /// @dev `voucher`, with the signature of `key` over any `digest`, and the co-signer's signature over the voucher
    function signed(IRewardVouchers.Voucher memory voucher, uint256 key, bytes32 digest)
        internal
        view
        returns (IRewardVouchers.SignedVoucher memory)
    {
        return withSignatures(voucher, sign(key, digest), sign(coSignerKey, digestOf(voucher)));
    }

    function withSignatures(
        IRewardVouchers.Voucher memory voucher,
        IRewardVouchers.Signature memory signature,
        IRewardVouchers.Signature memory coSignature
    ) internal pure returns (IRewardVouchers.SignedVoucher memory) {
        return IRewardVouchers.SignedVoucher(
            voucher.program,
            voucher.account,
            voucher.cumulative,
            voucher.deadline,
            voucher.signersNonce,
            signature,
            coSignature
        );
    }

    // Calls

    function claim(uint256 program, address account, uint256 cumulative) internal returns (uint256) {
        return claim(voucherOf(program, account, cumulative));
    }

    function claim(IRewardVouchers.Voucher memory voucher) internal returns (uint256) {
        return vouchers.claim(signed(voucher));
    }

    /// @dev The voucher is refused for the given reason, alone and among others, and nothing changes.
    function refuses(IRewardVouchers.SignedVoucher memory voucher, bytes memory why) internal {
        uint256 drawn = vouchers.drawn(voucher.program, voucher.account);
        vm.expectRevert(why);
        vouchers.claim(voucher);
        IRewardVouchers.SignedVoucher[] memory many = new IRewardVouchers.SignedVoucher[](1);
        many[0] = voucher;
        vm.expectRevert(why);
        vouchers.claimMany(many);
        assertEq(vouchers.drawn(voucher.program, voucher.account), drawn, "drawn");
    }

    /// @dev A signer was named after the voucher was signed.
    function refusesAsReplaced(IRewardVouchers.SignedVoucher memory voucher) internal {
        bytes4 selector = IRewardVouchers.RewardVouchers_SignersReplaced.selector;
        refuses(voucher, abi.encodeWithSelector(selector, voucher.signersNonce, vouchers.signersNonce()));
    }

    function refusesSignature(IRewardVouchers.SignedVoucher memory voucher) internal {
        bytes4 selector = IRewardVouchers.RewardVouchers_SignatureInvalid.selector;
        refuses(voucher, abi.encodeWithSelector(selector, voucher.program, voucher.account));
    }
}
