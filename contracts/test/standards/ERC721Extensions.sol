// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Metadata} from "@openzeppelin/contracts/token/ERC721/extensions/IERC721Metadata.sol";

import {ERC721Properties} from "./ERC721Properties.sol";

/// @notice The text of ERC-721's metadata and enumeration extensions.
abstract contract ERC721Extensions is ERC721Properties {
    // metadata. tokenURI: "Throws if _tokenId is not a valid NFT. URIs are defined in RFC 3986."

    function test_ERC721_TokenUriThrowsForAMissingToken() public {
        IERC721Metadata metadata = IERC721Metadata(address(token));
        assertGt(bytes(metadata.name()).length, 0);
        assertGt(bytes(metadata.symbol()).length, 0);
        _assertUri(bytes(metadata.tokenURI(ids[0])));
        vm.expectRevert();
        metadata.tokenURI(NONE);
        destroy(owner, ids[0]);
        vm.expectRevert();
        metadata.tokenURI(ids[0]);
    }

    /// @dev A scheme, a colon, and only characters that RFC 3986 allows.
    function _assertUri(bytes memory uri) private pure {
        bytes memory known = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#[]@!$&'()*+,;=%";
        bool[256] memory allowed;
        for (uint256 i = 0; i < known.length; ++i) {
            allowed[uint8(known[i])] = true;
        }
        bool scheme;
        for (uint256 i = 0; i < uri.length; ++i) {
            assertTrue(allowed[uint8(uri[i])], "a character that no URI may have");
            if (uri[i] == ":" && i > 0) scheme = true;
        }
        assertTrue(scheme);
    }

    // enumeration. totalSupply: "A count of valid NFTs tracked by this contract, where each one of them has an assigned and
    // queryable owner not equal to the zero address". tokenByIndex: "Throws if _index >= totalSupply()." tokenOfOwnerByIndex:
    // "Throws if _index >= balanceOf(_owner) or if _owner is the zero address"

    function testFuzz_ERC721_EnumerationListsEveryTokenOnce(uint256 seed) public {
        for (uint256 i = 0; i < 12; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            address holder = seed % 2 == 0 ? owner : to;
            uint256 count = token.balanceOf(holder);
            if ((seed >> 8) % 3 == 0) create(holder);
            else if (count == 0) continue;
            else if ((seed >> 8) % 3 == 1) _give(holder, token.tokenOfOwnerByIndex(holder, (seed >> 16) % count));
            else destroy(holder, token.tokenOfOwnerByIndex(holder, (seed >> 16) % count));
            _assertEnumerated();
        }
    }

    function _give(address holder, uint256 id) private {
        assertTrue(_call(holder, _transfers()[0], holder, holder == owner ? to : owner, id));
    }

    function _assertEnumerated() private {
        uint256 supply = token.totalSupply();
        assertEq(supply, token.balanceOf(owner) + token.balanceOf(to));
        for (uint256 i = 0; i < supply; ++i) {
            uint256 id = token.tokenByIndex(i);
            assertTrue(token.ownerOf(id) == owner || token.ownerOf(id) == to);
            for (uint256 j = 0; j < i; ++j) {
                assertTrue(token.tokenByIndex(j) != id, "once");
            }
        }
        _assertEnumeratedOf(owner);
        _assertEnumeratedOf(to);
        vm.expectRevert();
        token.tokenByIndex(supply);
    }

    function _assertEnumeratedOf(address holder) private {
        uint256 count = token.balanceOf(holder);
        for (uint256 i = 0; i < count; ++i) {
            assertEq(token.ownerOf(token.tokenOfOwnerByIndex(holder, i)), holder);
            for (uint256 j = 0; j < i; ++j) {
                assertTrue(token.tokenOfOwnerByIndex(holder, j) != token.tokenOfOwnerByIndex(holder, i), "once");
            }
        }
        vm.expectRevert();
        token.tokenOfOwnerByIndex(holder, count);
        vm.expectRevert();
        token.tokenOfOwnerByIndex(address(0), 0);
    }
}
