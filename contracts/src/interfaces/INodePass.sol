// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Enumerable} from "@openzeppelin/contracts/token/ERC721/extensions/IERC721Enumerable.sol";
import {IERC721Metadata} from "@openzeppelin/contracts/token/ERC721/extensions/IERC721Metadata.sol";

/// @title Node pass
/// @notice An ERC-721 token that holds a bond of 10 000 MCM and a node's name. Minting locks the bond; the holder of the pass
/// may take the bond out again after a cool-down of 7 days, which burns the pass. A transfer carries bond and name along and
/// ends a running cool-down, so that nobody is handed a pass about to be burned. A transfer to this contract is refused
/// (ERC721InvalidReceiver): nobody could take the bond out there.
/// @dev Powers: none. There is no owner, no pause, no setter. Only the holder names, unbonds or mints for itself; an account
/// the holder approved may transfer the pass, as ERC-721 says, and nothing else. A bond can be paid only to the pass's holder.
/// For every pass the contract holds its bond: MCM balance ≥ BOND × totalSupply.
/// Refusals named without a prefix are the `NodePass_` errors below; a pass that is none is refused as ERC-721 does
/// (ERC721NonexistentToken).
interface INodePass is IERC721Metadata, IERC721Enumerable {
    /// @param holder owns the pass and the bond in it
    /// @param name UTF-8, 1 to 32 characters
    /// @param unbondingUntil unix seconds from which the bond can be taken out; 0: no cool-down is running, the pass is live
    struct Pass {
        uint256 id;
        address holder;
        string name;
        uint256 unbondingUntil;
    }

    error NodePass_NotAContract(address target);
    error NodePass_CallerNotHolder(uint256 id, address caller);
    /// @notice The name has no character that can be seen.
    error NodePass_NameEmpty();
    /// @param maximum characters
    error NodePass_NameTooLong(uint256 maximum);
    /// @param offset the byte that begins what is no character
    error NodePass_NameNotUtf8(uint256 offset);
    /// @notice A control character, a line separator, a noncharacter, or a character that turns the direction of writing.
    /// A space other than U+0020 and U+3000, or one of these two before the first or after the last character that can be
    /// seen. A character that is not seen, except the joiners U+200C and U+200D and the selectors U+FE0E and U+FE0F.
    error NodePass_NameCharacterForbidden(uint256 codePoint);
    error NodePass_AlreadyUnbonding(uint256 id, uint256 unbondingUntil);
    error NodePass_NotUnbonding(uint256 id);
    /// @param unbondingUntil unix seconds
    error NodePass_CoolDownRunning(uint256 id, uint256 unbondingUntil);

    event PassMinted(uint256 indexed id, address indexed holder, string name);
    event PassRenamed(uint256 indexed id, string name);
    /// @param until unix seconds
    event UnbondingStarted(uint256 indexed id, uint256 until);
    /// @notice By the holder, or by a transfer.
    event UnbondingCancelled(uint256 indexed id);
    /// @param bond wei of MCM paid to `holder`
    event Unbonded(uint256 indexed id, address indexed holder, uint256 bond);

    /// @notice Takes `BOND` of the caller's MCM, within the allowance given to this contract, and mints the caller a pass.
    /// @param name_ valid UTF-8 of 1 to 32 characters (code points), none of them forbidden as said above
    /// @return id 1, 2, 3, …; never used again
    /// @dev Refuses NameEmpty, NameTooLong, NameNotUtf8, NameCharacterForbidden, and as MCM does.
    function mint(string calldata name_) external returns (uint256 id);

    /// @notice `mint` with an EIP-2612 permit of the caller's for exactly `BOND`. A permit that fails (used already by somebody
    /// who saw it coming) is passed over: the allowance that is there decides.
    /// @param deadline of the permit, unix seconds
    /// @return id as of `mint`, which also says what is refused
    function mintWithPermit(string calldata name_, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        returns (uint256 id);

    /// @notice Gives the pass another name. Only its holder (CallerNotHolder), also during a cool-down. Refuses names
    /// as `mint` does.
    function rename(uint256 id, string calldata name_) external;

    /// @notice Starts the cool-down. Only the holder (CallerNotHolder) of a live pass (AlreadyUnbonding); from now on
    /// it is not live.
    function startUnbonding(uint256 id) external;

    /// @notice Ends the cool-down, run out or not: the pass is live again. Only the holder (CallerNotHolder), of
    /// a pass that is not live (NotUnbonding).
    function cancelUnbonding(uint256 id) external;

    /// @notice Burns the pass and pays its bond to the holder, who alone may call, once the cool-down has run out.
    /// @dev Refuses CallerNotHolder, NotUnbonding, CoolDownRunning.
    function unbond(uint256 id) external;

    /// @notice Whether the pass exists and no cool-down was started. Refuses nothing.
    function isLive(uint256 id) external view returns (bool);

    /// @notice One pass; reverts (`ERC721NonexistentToken`) where there is none.
    function pass(uint256 id) external view returns (Pass memory);

    /// @notice What `owner` holds, in no lasting order. Refuses the zero address (ERC721InvalidOwner).
    /// @param from the first one's place, from 0; beyond the last: none
    /// @param limit at most so many
    function passesOf(address owner, uint256 from, uint256 limit) external view returns (Pass[] memory);

    /// @notice Wei of MCM in each pass.
    function BOND() external view returns (uint256);

    /// @notice Seconds between `startUnbonding` and `unbond`.
    function COOL_DOWN() external view returns (uint256);

    /// @notice The token of the bond.
    function mcm() external view returns (address);
}
