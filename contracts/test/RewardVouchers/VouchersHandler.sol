// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {RewardVouchers} from "../../src/RewardVouchers.sol";
import {IRewardVouchers} from "../../src/interfaces/IRewardVouchers.sol";
import {GuardianPause_TooSoon} from "../../src/types/GuardianPause.sol";
import {FeeToken, MoodyToken} from "../support/Tokens.sol";
import {VoucherModel} from "./VoucherModel.sol";
import {VouchersRecord} from "./VouchersRecord.sol";

/// @notice Makes random calls to the vouchers as random people. One of them has stolen keys.
contract VouchersHandler is VouchersRecord {
    address private immutable owner;
    address private immutable guardian;
    address private immutable taxed;

    Issued[] private _issued;

    constructor(
        RewardVouchers vouchers_,
        MoodyToken moody_,
        FeeToken taxed_,
        VoucherModel model_,
        address[] memory actors_,
        uint256[] memory programs_,
        uint256[] memory keys_
    ) VouchersRecord(vouchers_, moody_, model_) {
        taxed = address(taxed_);
        actors = actors_;
        programs = programs_;
        keys = keys_;
        for (uint256 i = 0; i < keys_.length; ++i) {
            signers.push(vm.addr(keys_[i]));
        }
        owner = vouchers_.owner();
        guardian = vouchers_.guardian();
    }

    // Vouchers

    /// @dev The servers grant an amount, which may exceed the available amount or be less than before.
    function grant(uint256 actor, uint256 program, uint256 kind, uint256 amount, uint256 signer, uint256 coSigner)
        external
    {
        uint256 id = programs[program % programs.length];
        address account = actors[actor % actors.length];
        uint256 drawn = vouchers.drawn(id, account);
        uint256 claimable = vouchers.claimable(id);
        uint256 cumulative;
        if (kind % 5 == 0) cumulative = drawn + claimable;
        else if (kind % 5 == 1) cumulative = bound(amount, 0, drawn);
        else if (kind % 5 == 2) cumulative = drawn + claimable + bound(amount, 1, 1e24);
        else cumulative = drawn + bound(amount, 0, claimable / 3);
        uint256 deadline = block.timestamp + bound(amount, 0, 3 days);
        _issue(id, account, cumulative, deadline, _key(signer, vouchers.signer()), _key(coSigner, vouchers.coSigner()));
    }

    /// @dev Three times in four the current signers' nonce, if there is one.
    function _key(uint256 random, address current) private view returns (uint256 key) {
        for (key = 0; random % 4 != 0 && key < keys.length; ++key) {
            if (signers[key] == current) return key;
        }
        return (random >> 8) % keys.length;
    }

    function _issue(uint256 id, address account, uint256 cumulative, uint256 deadline, uint256 signer, uint256 coSigner)
        private
        returns (uint256 index)
    {
        uint256 nonce = vouchers.signersNonce();
        bytes32 digest = vouchers.digest(IRewardVouchers.Voucher(id, account, cumulative, deadline, nonce));
        IRewardVouchers.SignedVoucher memory voucher = IRewardVouchers.SignedVoucher(
            id, account, cumulative, deadline, nonce, _sign(signer, digest), _sign(coSigner, digest)
        );
        _issued.push(Issued(voucher, signers[signer], signers[coSigner]));
        if (cumulative > highestSigned[id][account]) highestSigned[id][account] = cumulative;
        return _issued.length - 1;
    }

    function _sign(uint256 key, bytes32 digest) private view returns (IRewardVouchers.Signature memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(keys[key], digest);
        return IRewardVouchers.Signature(r, bytes32(uint256(s) | (uint256(v - 27) << 255)));
    }

    /// @dev Anybody submits any issued voucher, in any order, any number of times.
    function claim(uint256 pick, uint256 caller) external {
        if (_issued.length != 0) _claim("claim", _issued[pick % _issued.length], caller);
    }

    /// @dev The newest voucher, which is most likely still valid.
    function claimNewest(uint256 caller) external {
        if (_issued.length != 0) _claim("claim", _issued[_issued.length - 1], caller);
    }

    /// @dev A voucher with one changed field.
    function claimForged(uint256 pick, uint256 caller, uint256 field, uint256 by) external {
        if (_issued.length == 0) return;
        Issued memory forged = _issued[pick % _issued.length];
        (forged.signer, forged.coSigner) = (NOBODY, NOBODY);
        IRewardVouchers.SignedVoucher memory voucher = forged.voucher;
        by = bound(by, 1, 1e24);
        if (field % 6 == 0) voucher.cumulative += by;
        else if (field % 6 == 1) voucher.deadline ^= by;
        else if (field % 6 == 2) voucher.account = _other(actors, voucher.account);
        else if (field % 6 == 3) voucher.signersNonce += by;
        else if (field % 6 == 4) voucher.program = programs[(_numberOf(voucher.program) + 1) % programs.length];
        else voucher.signature.vs = bytes32(uint256(voucher.signature.vs) ^ (1 << 255));
        _claim("claimForged", forged, caller);
    }

    /// @dev The thief signs any voucher, mostly with the co-signer's key, and submits it at once.
    function steal(uint256 actor, uint256 program, uint256 cumulative, uint256 signer, uint256 coSigner) external {
        uint256 id = programs[program % programs.length];
        cumulative = bound(cumulative, 0, 2 * vouchers.claimable(id) + 1e18);
        cumulative += vouchers.drawn(id, actors[actor % actors.length]);
        address account = actors[actor % actors.length];
        coSigner = _key(coSigner, vouchers.coSigner());
        uint256 index = _issue(id, account, cumulative, type(uint256).max, signer % keys.length, coSigner);
        _claim("steal", _issued[index], actor);
    }

    /// @dev A voucher paid to another address. Three times in four its account claims it; one time in four to nobody or to the contract
    /// itself.
    function claimTo(uint256 pick, uint256 caller, uint256 to) external {
        if (_issued.length == 0) return;
        Issued memory issued = _issued[pick % 4 == 0 ? (pick >> 8) % _issued.length : _issued.length - 1];
        address account = issued.voucher.account;
        address by = caller % 4 == 0 ? actors[(caller >> 8) % actors.length] : account;
        address recipient = actors[(to >> 8) % actors.length];
        if (to % 4 == 0) recipient = (to >> 8) % 2 == 0 ? address(0) : address(vouchers);
        bytes4 refusal;
        if (by != account) refusal = IRewardVouchers.RewardVouchers_CallerNotAccount.selector;
        else if (to % 4 == 0) refusal = IRewardVouchers.RewardVouchers_RecipientRefused.selector;
        bytes memory call = abi.encodeCall(vouchers.claimTo, (issued.voucher, recipient));
        _draw("claimTo", issued, recipient, refusal, by, call);
    }

    function _claim(string memory name, Issued memory issued, uint256 caller) private {
        bytes memory call = abi.encodeCall(vouchers.claim, (issued.voucher));
        _draw(name, issued, issued.voucher.account, NONE, actors[caller % actors.length], call);
    }

    /// @param to the account that must be paid
    /// @param refusal the reason why the call must be refused whatever the voucher is
    function _draw(string memory name, Issued memory issued, address to, bytes4 refusal, address by, bytes memory call)
        private
    {
        (uint256 due, bytes4 expected) = _foreseeAlone(issued);
        if (refusal != NONE) expected = refusal;
        IERC20 token = IERC20(tokenOf(issued.voucher.program));
        uint256 held = to == address(0) ? 0 : token.balanceOf(to);
        vm.prank(by);
        (bool succeeded, bytes memory answer) = address(vouchers).call(call);
        _note(name, expected, succeeded ? NONE : bytes4(answer));
        if (!succeeded) return;
        if (abi.decode(answer, (uint256)) != due) ++paidToAnother;
        _paid(issued.voucher);
        uint256 arrived = address(token) == taxed ? due - due * 300 / 10_000 : due;
        if (token.balanceOf(to) != held + arrived) ++paidToAnother;
    }

    function _foreseeAlone(Issued memory issued) private returns (uint256 amount, bytes4 refusal) {
        Issued[] memory row = new Issued[](1);
        row[0] = issued;
        uint256[] memory amounts;
        (amounts, refusal) = _foresee(row, true);
        amount = amounts[0];
    }

    /// @dev Three issued vouchers, the first of them twice.
    function claimMany(uint256 first, uint256 second, uint256 third, uint256 caller) external {
        if (_issued.length == 0) return;
        Issued[] memory row = new Issued[](4);
        row[0] = row[3] = _issued[first % _issued.length];
        row[1] = _issued[second % _issued.length];
        // most vouchers have expired, so the newest voucher gives the call a chance
        row[2] = _issued[third % 2 == 0 ? _issued.length - 1 : third % _issued.length];
        (uint256[] memory amounts, bytes4 expected) = _foresee(row, false);
        IRewardVouchers.SignedVoucher[] memory many = new IRewardVouchers.SignedVoucher[](4);
        for (uint256 i = 0; i < 4; ++i) {
            many[i] = row[i].voucher;
        }
        bytes4 actual;
        vm.prank(actors[caller % actors.length]);
        try vouchers.claimMany(many) returns (uint256[] memory paid) {
            for (uint256 i = 0; i < 4; ++i) {
                if (paid[i] != amounts[i]) ++paidToAnother;
                if (paid[i] != 0) _paid(many[i]);
            }
        } catch (bytes memory reason) {
            actual = bytes4(reason);
        }
        _note("claimMany", expected, actual);
    }

    function _paid(IRewardVouchers.SignedVoucher memory voucher) private {
        uint256 number = _numberOf(voucher.program);
        (, uint256 amount) = model.claim(block.timestamp, number, voucher.account, voucher.cumulative);
        balance[tokenOf(voucher.program)] -= amount;
        if (pauseEnd != 0) ++claimedAfterAPause;
    }

    // Money

    function fund(uint256 actor, uint256 program, uint256 amount, uint256 size) external {
        uint256 id = programs[program % programs.length];
        uint256[4] memory most = [uint256(0), 10, 1e20, 1e23];
        amount = bound(amount, 0, most[size % 4]);
        address token = tokenOf(id);
        uint256 before = IERC20(token).balanceOf(address(vouchers));
        bytes4 actual;
        vm.prank(actors[actor % actors.length]);
        try vouchers.fund(id, amount) returns (uint256 received) {
            if (IERC20(token).balanceOf(address(vouchers)) != before + received) ++paidToAnother;
            model.fund(block.timestamp, _numberOf(id), received);
            balance[token] += received;
        } catch (bytes memory reason) {
            actual = bytes4(reason);
        }
        _note("fund", amount == 0 ? IRewardVouchers.RewardVouchers_NothingReceived.selector : NONE, actual);
    }

    function donate(uint256 actor, uint256 program, uint256 amount) external {
        address token = tokenOf(programs[program % programs.length]);
        if (token == address(moody) && moody.mood() != 0) return;
        // outside of a call of the contract, a token that calls back may execute anything
        if (program % programs.length == 4) return;
        uint256 before = IERC20(token).balanceOf(address(vouchers));
        vm.prank(actors[actor % actors.length]);
        (bool sent,) = token.call(abi.encodeCall(IERC20.transfer, (address(vouchers), bound(amount, 0, 1e20))));
        balance[token] += IERC20(token).balanceOf(address(vouchers)) - before;
        _note("donate", NONE, sent ? NONE : bytes4("sent"));
    }

    function changeMood(uint256 mood) external {
        moody.setMood(mood % 5 < 3 ? mood % 5 : 0);
    }

    // Roles

    /// @dev A pause is seldom ended by the owner, so that many pauses end by themselves. The new signer often has another key.
    function role(uint256 which, uint256 caller) external {
        if (which % 8 == 0) _pause(caller);
        else if (which % 8 == 1) _asOneOf(caller, "switchOff", abi.encodeCall(vouchers.disableSigner, ()), NONE);
        else if (which % 8 == 2) _unpause();
        else if (which % 8 == 3) _asOneOf(caller, "coSwitchOff", abi.encodeCall(vouchers.disableCoSigner, ()), NONE);
        else _rotate(signers[caller % signers.length], which % 2 == 0);
    }

    /// @dev Sometimes names the key that has the role already, or the key that has the other role.
    function _rotate(address next, bool co) private {
        uint256 nonce = vouchers.signersNonce();
        bytes4 due;
        if (next == (co ? vouchers.signer() : vouchers.coSigner())) {
            due = IRewardVouchers.RewardVouchers_SignersEqual.selector;
        }
        bytes memory call =
            co ? abi.encodeCall(vouchers.setCoSigner, (next)) : abi.encodeCall(vouchers.setSigner, (next));
        vm.prank(owner);
        (bool succeeded, bytes memory answer) = address(vouchers).call(call);
        _note(co ? "coRotate" : "rotate", due, succeeded ? NONE : bytes4(answer));
        if (vouchers.signersNonce() != nonce + (succeeded ? 1 : 0)) ++paidToAnother;
    }

    /// @dev Ends by itself after 7 days. The guardian waits 30 days from the start of the last pause.
    function _pause(uint256 caller) private {
        bool tooSoon = caller % 4 == 0 && guardianPausedAt != 0 && block.timestamp < guardianPausedAt + 30 days;
        bytes4 due = tooSoon ? GuardianPause_TooSoon.selector : NONE;
        if (!_asOneOf(caller, "pause", abi.encodeCall(vouchers.pause, ()), due)) return;
        pauseEnd = block.timestamp + 7 days;
        if (caller % 4 != 0) return;
        guardianPausedAt = block.timestamp;
        _asOneOf(caller, "pause", abi.encodeCall(vouchers.pause, ()), GuardianPause_TooSoon.selector);
    }

    function _unpause() private {
        _asTheOwner("unpause", abi.encodeCall(vouchers.unpause, ()));
        pauseEnd = 0;
    }

    /// @dev Called by the guardian, the owner, or an account without a role.
    /// @param due the reason why the first two are refused, if they are
    function _asOneOf(uint256 caller, string memory call, bytes memory call_, bytes4 due)
        private
        returns (bool succeeded)
    {
        address[4] memory callers = [guardian, owner, actors[0], actors[1]];
        bytes memory answer;
        vm.prank(callers[caller % 4]);
        (succeeded, answer) = address(vouchers).call(call_);
        bytes4 expected = caller % 4 < 2 ? due : IRewardVouchers.RewardVouchers_CallerNotGuardian.selector;
        _note(call, expected, succeeded ? NONE : bytes4(answer));
    }

    function _asTheOwner(string memory call, bytes memory call_) private {
        vm.prank(owner);
        (bool succeeded, bytes memory answer) = address(vouchers).call(call_);
        _note(call, NONE, succeeded ? NONE : bytes4(answer));
    }

    // Time

    /// @dev No time, a second, up to just before the next boundary, onto it, or many epochs.
    function passTime(uint256 kind, uint256 amount) external {
        uint256 epoch = vouchers.epochDuration();
        uint256 boundary = epoch - block.timestamp % epoch;
        uint256[5] memory jumps = [uint256(0), 1, boundary - 1, boundary, bound(amount, 0, 30 * epoch)];
        vm.warp(block.timestamp + jumps[kind % 5]);
    }

    function _other(address[] memory from, address but) private pure returns (address) {
        return from[0] == but ? from[1] : from[0];
    }
}
