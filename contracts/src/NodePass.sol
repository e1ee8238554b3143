// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Enumerable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Enumerable.sol";
import {IERC721Metadata} from "@openzeppelin/contracts/token/ERC721/extensions/IERC721Metadata.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";

import {INodePass} from "./interfaces/INodePass.sol";
import {PassMetadata} from "./libraries/PassMetadata.sol";
import {PassNames} from "./libraries/PassNames.sol";

/// @title Node pass
/// @notice See `INodePass`. Nobody has any power here: a bond goes back to the holder of its pass, and nowhere else.
/// @custom:security-contact The repository's security advisory form; see SECURITY.md.
/// @dev A bond comes in before its pass is made and goes out after its pass is burned, so that the contract holds the bonds of
/// all passes at every moment, also while another contract is being called.
contract NodePass is INodePass, ERC721Enumerable {
    using SafeERC20 for IERC20;

    /// @inheritdoc INodePass
    uint256 public constant BOND = 10_000 ether;
    /// @inheritdoc INodePass
    uint256 public constant COOL_DOWN = 7 days;

    /// @inheritdoc INodePass
    address public immutable mcm;

    uint256 private _lastId;
    mapping(uint256 id => string) private _names;
    /// @dev Unix seconds; 0: no cool-down was started.
    mapping(uint256 id => uint256) private _unbondingUntil;

    /// @param mcm_ a token that moves exactly what it is asked to, or reverts
    constructor(address mcm_) ERC721("GALX Node Pass", "GALXNODE") {
        if (mcm_.code.length == 0) revert NodePass_NotAContract(mcm_);
        mcm = mcm_;
    }

    // ---------------------------------------------------------------------------------------------------------- minting

    function mint(string calldata name_) external returns (uint256 id) {
        return _mintNamed(name_);
    }

    function mintWithPermit(string calldata name_, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        returns (uint256 id)
    {
        try IERC20Permit(mcm).permit(msg.sender, address(this), BOND, deadline, v, r, s) {} catch {}
        return _mintNamed(name_);
    }

    function _mintNamed(string calldata name_) private returns (uint256 id) {
        // Check
        PassNames.check(name_);

        // Interaction, first: see the contract's notes
        IERC20(mcm).safeTransferFrom(msg.sender, address(this), BOND);

        // Effect. The caller is not asked whether it knows ERC-721: an account with delegated code need not say so.
        id = ++_lastId;
        _names[id] = name_;
        _mint(msg.sender, id);
        emit PassMinted(id, msg.sender, name_);
    }

    function rename(uint256 id, string calldata name_) external {
        // Check
        _requireHolder(id);
        PassNames.check(name_);
        // Effect
        _names[id] = name_;
        emit PassRenamed(id, name_);
    }

    // -------------------------------------------------------------------------------------------------------- unbonding

    function startUnbonding(uint256 id) external {
        // Check
        _requireHolder(id);
        uint256 until = _unbondingUntil[id];
        if (until != 0) revert NodePass_AlreadyUnbonding(id, until);
        // Effect
        until = block.timestamp + COOL_DOWN;
        _unbondingUntil[id] = until;
        emit UnbondingStarted(id, until);
    }

    function cancelUnbonding(uint256 id) external {
        // Check
        _requireHolder(id);
        if (_unbondingUntil[id] == 0) revert NodePass_NotUnbonding(id);
        // Effect
        _cancelUnbonding(id);
    }

    function unbond(uint256 id) external {
        // Check
        _requireHolder(id);
        uint256 until = _unbondingUntil[id];
        if (until == 0) revert NodePass_NotUnbonding(id);
        if (block.timestamp < until) revert NodePass_CoolDownRunning(id, until);

        // Effect
        delete _unbondingUntil[id];
        delete _names[id];
        _burn(id);
        emit Unbonded(id, msg.sender, BOND);

        // Interaction
        IERC20(mcm).safeTransfer(msg.sender, BOND);
    }

    /// @dev Every transfer passes here. One to another holder ends the cool-down; one to the same holder changes nothing, so that
    /// an approved operator cannot make the holder wait again. Nobody could ever take out a pass that this contract holds,
    /// nor its bond.
    function _update(address to, uint256 id, address auth) internal override returns (address from) {
        if (to == address(this)) revert ERC721InvalidReceiver(to);
        from = super._update(to, id, auth);
        if (from != to && _unbondingUntil[id] != 0) _cancelUnbonding(id);
    }

    function _cancelUnbonding(uint256 id) private {
        delete _unbondingUntil[id];
        emit UnbondingCancelled(id);
    }

    /// @dev The holder alone; approvals are for transfers.
    function _requireHolder(uint256 id) private view {
        if (_requireOwned(id) != msg.sender) revert NodePass_CallerNotHolder(id, msg.sender);
    }

    // ------------------------------------------------------------------------------------------------------------ views

    function isLive(uint256 id) external view returns (bool) {
        return _ownerOf(id) != address(0) && _unbondingUntil[id] == 0;
    }

    function pass(uint256 id) public view returns (Pass memory) {
        return Pass({id: id, holder: _requireOwned(id), name: _names[id], unbondingUntil: _unbondingUntil[id]});
    }

    function passesOf(address owner, uint256 from, uint256 limit) external view returns (Pass[] memory passes) {
        uint256 count = balanceOf(owner);
        if (from > count) from = count;
        if (limit > count - from) limit = count - from;
        passes = new Pass[](limit);
        for (uint256 i = 0; i < limit; ++i) {
            passes[i] = pass(tokenOfOwnerByIndex(owner, from + i));
        }
    }

    /// @notice A data URI of JSON, picture included; changes with the pass's name and cool-down.
    function tokenURI(uint256 id) public view override(ERC721, IERC721Metadata) returns (string memory) {
        return PassMetadata.uri(pass(id));
    }

    /// @inheritdoc IERC165
    function supportsInterface(bytes4 interfaceId) public view override(IERC165, ERC721Enumerable) returns (bool) {
        return super.supportsInterface(interfaceId);
    }
}
