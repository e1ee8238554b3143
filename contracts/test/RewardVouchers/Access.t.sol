// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {RewardVouchers} from "../../src/RewardVouchers.sol";
import {IRewardVouchers} from "../../src/interfaces/IRewardVouchers.sol";
import {Access} from "../threats/Access.sol";

/// @notice Missing access control.
contract AccessRewardVouchersTest is Access {
    RewardVouchers private vouchers;
    uint256 private program;
    uint256 private signerKey;
    uint256 private coSignerKey;

    function setUp() public override {
        super.setUp();
        address signer;
        address coSigner;
        (signer, signerKey) = makeAddrAndKey("signer");
        (coSigner, coSignerKey) = makeAddrAndKey("co-signer");
        vouchers = new RewardVouchers(owner, guardian, signer, coSigner, 1 days);
        vm.prank(owner);
        program = vouchers.createProgram(address(galx), 1000 ether, block.timestamp);
        galx.mint(attacker, 1e24);
        address[3] memory holders = [funder, alice, attacker];
        for (uint256 i = 0; i < holders.length; ++i) {
            vm.prank(holders[i]);
            galx.approve(address(vouchers), type(uint256).max);
        }
        vm.prank(funder);
        vouchers.fund(program, 10_000 ether);
        skip(2 days);
        vouchers.claim(_granted(alice, 5 ether));
    }

    function others() internal view override returns (bytes32) {
        IRewardVouchers.ProgramView memory state = vouchers.program(program);
        return keccak256(
            abi.encode(
                _roles(),
                vouchers.programCount(),
                state.token,
                state.budgetPerEpoch,
                state.start,
                state.vested,
                _of(alice),
                _of(bob),
                _of(funder)
            )
        );
    }

    function _roles() private view returns (bytes memory) {
        bytes memory holders =
            abi.encode(vouchers.owner(), vouchers.pendingOwner(), vouchers.guardian(), vouchers.signer());
        return abi.encode(holders, vouchers.pausedUntil(), vouchers.guardianPausesFrom());
    }

    function _of(address account) private view returns (bytes32) {
        uint256 allowance = galx.allowance(account, address(vouchers));
        return keccak256(abi.encode(galx.balanceOf(account), allowance, vouchers.drawn(program, account)));
    }

    function _granted(address account, uint256 cumulative)
        private
        view
        returns (IRewardVouchers.SignedVoucher memory)
    {
        bytes32 digest = vouchers.digest(IRewardVouchers.Voucher(program, account, cumulative, block.timestamp, 1));
        return IRewardVouchers.SignedVoucher(
            program, account, cumulative, block.timestamp, 1, _sign(signerKey, digest), _sign(coSignerKey, digest)
        );
    }

    function _sign(uint256 key, bytes32 digest) private pure returns (IRewardVouchers.Signature memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return IRewardVouchers.Signature(r, bytes32(uint256(s) | (uint256(v - 27) << 255)));
    }

    function test_Threat_MissingAccessControl() public {
        reads(abi.encodeCall(vouchers.owner, ()));
        reads(abi.encodeCall(vouchers.guardian, ()));
        reads(abi.encodeCall(vouchers.signer, ()));
        reads(abi.encodeCall(vouchers.coSigner, ()));
        reads(abi.encodeCall(vouchers.signersNonce, ()));
        reads(abi.encodeCall(vouchers.pendingOwner, ()));
        reads(abi.encodeCall(vouchers.paused, ()));
        reads(abi.encodeCall(vouchers.pausedUntil, ()));
        reads(abi.encodeCall(vouchers.guardianPausesFrom, ()));
        reads(abi.encodeCall(vouchers.programs, ()));
        reads(abi.encodeCall(vouchers.drawnMany, (new uint256[](0), new address[](0))));
        reads(abi.encodeCall(vouchers.epochDuration, ()));
        reads(abi.encodeCall(vouchers.programCount, ()));
        reads(abi.encodeCall(vouchers.programAt, (0)));
        reads(abi.encodeCall(vouchers.program, (program)));
        reads(abi.encodeCall(vouchers.drawn, (program, alice)));
        reads(abi.encodeCall(vouchers.claimable, (program)));
        reads(abi.encodeCall(vouchers.vestedAt, (program, block.timestamp)));
        reads(abi.encodeCall(vouchers.digest, (IRewardVouchers.Voucher(program, alice, 1, 1, 1))));
        reads(abi.encodeCall(vouchers.eip712Domain, ()));

        bytes4 stranger = Ownable.OwnableUnauthorizedAccount.selector;
        refused(abi.encodeCall(vouchers.createProgram, (address(galx), 1, block.timestamp)), stranger);
        refused(abi.encodeCall(vouchers.setSigner, (attacker)), stranger);
        refused(abi.encodeCall(vouchers.setCoSigner, (attacker)), stranger);
        refused(abi.encodeCall(vouchers.setGuardian, (attacker)), stranger);
        refused(abi.encodeCall(vouchers.unpause, ()), stranger);
        refused(abi.encodeCall(vouchers.transferOwnership, (attacker)), stranger);
        refused(abi.encodeCall(vouchers.acceptOwnership, ()), stranger);
        refused(abi.encodeCall(vouchers.renounceOwnership, ()), stranger);
        bytes4 notGuardian = IRewardVouchers.RewardVouchers_CallerNotGuardian.selector;
        refused(abi.encodeCall(vouchers.pause, ()), notGuardian);
        refused(abi.encodeCall(vouchers.disableSigner, ()), notGuardian);
        refused(abi.encodeCall(vouchers.disableCoSigner, ()), notGuardian);

        // a voucher that the attacker owns, as anybody may
        IRewardVouchers.SignedVoucher[] memory own = new IRewardVouchers.SignedVoucher[](1);
        own[0] = _granted(attacker, 7 ether);
        ownAffair(abi.encodeCall(vouchers.claim, (own[0])));
        ownAffair(abi.encodeCall(vouchers.claimMany, (own)));
        ownAffair(abi.encodeCall(vouchers.claimTo, (own[0], carol)));
        ownAffair(abi.encodeCall(vouchers.fund, (program, 1 ether)));
        walk("RewardVouchers", address(vouchers), attacker);
    }
}
