// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {INodePass} from "../interfaces/INodePass.sol";

/// @notice Which names a node pass may have.
library PassNames {
    uint256 internal constant MAXIMUM_CHARACTERS = 32;

    /// @dev Reads at most one character more than allowed, whatever the length.
    function check(string calldata name) internal pure {
        bytes calldata text = bytes(name);
        if (text.length == 0) revert INodePass.NodePass_NameEmpty();
        // Spaces at an edge cannot be seen either, and a name of spaces is all edge.
        if (text[0] == " " || text[text.length - 1] == " ") revert INodePass.NodePass_NameCharacterForbidden(0x20);
        uint256 offset;
        uint256 characters;
        while (offset < text.length) {
            if (++characters > MAXIMUM_CHARACTERS) revert INodePass.NodePass_NameTooLong(MAXIMUM_CHARACTERS);
            (uint256 codePoint, uint256 size) = _decode(text, offset);
            if (_forbidden(codePoint)) revert INodePass.NodePass_NameCharacterForbidden(codePoint);
            offset += size;
        }
    }

    /// @dev The character that begins at byte `offset`, by RFC 3629: the shortest form alone, no surrogates, nothing above 10FFFF.
    function _decode(bytes calldata text, uint256 offset) private pure returns (uint256 codePoint, uint256 size) {
        uint256 first = uint8(text[offset]);
        if (first < 0x80) return (first, 1);
        uint256 least;
        if (first >> 5 == 0x6) (size, codePoint, least) = (2, first & 0x1f, 0x80);
        else if (first >> 4 == 0xe) (size, codePoint, least) = (3, first & 0x0f, 0x800);
        else if (first >> 3 == 0x1e) (size, codePoint, least) = (4, first & 0x07, 0x10000);
        else revert INodePass.NodePass_NameNotUtf8(offset);

        if (offset + size > text.length) revert INodePass.NodePass_NameNotUtf8(offset);
        for (uint256 i = offset + 1; i < offset + size; ++i) {
            uint256 next = uint8(text[i]);
            if (next >> 6 != 2) revert INodePass.NodePass_NameNotUtf8(offset);
            codePoint = (codePoint << 6) | (next & 0x3f);
        }
        bool surrogate = codePoint >> 11 == 0x1b;
        if (codePoint < least || codePoint > 0x10ffff || surrogate) revert INodePass.NodePass_NameNotUtf8(offset);
    }

    function _forbidden(uint256 codePoint) private pure returns (bool) {
        bool control = codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0);
        // Line and paragraph separators; embeddings, overrides and isolates, with which a name could rewrite the text around it.
        bool separator = codePoint == 0x2028 || codePoint == 0x2029;
        bool direction = (codePoint >= 0x202a && codePoint <= 0x202e) || (codePoint >= 0x2066 && codePoint <= 0x2069);
        // Nothing to be seen: two names could look alike. The joiners 200C and 200D stay, scripts and pictograms need them.
        bool invisible = codePoint == 0x61c || codePoint == 0x200b || codePoint == 0x200e || codePoint == 0x200f
            || (codePoint >= 0x2060 && codePoint <= 0x2064) || codePoint == 0xfeff;
        // Not allowed in XML, hence not in the picture.
        bool noncharacter = (codePoint & 0xfffe) == 0xfffe;
        return control || separator || direction || invisible || noncharacter;
    }
}
