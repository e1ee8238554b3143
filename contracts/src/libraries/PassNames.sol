// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {INodePass} from "../interfaces/INodePass.sol";

/// @notice Which names a node pass may have.
library PassNames {
    uint256 internal constant MAXIMUM_CHARACTERS = 32;

    /// @dev Reads at most one character more than allowed, whatever the length.
    function check(string calldata name) internal pure {
        bytes calldata text = bytes(name);
        uint256 offset;
        uint256 characters;
        bool seen;
        uint256 lastSpace; // since the last character that can be seen; 0: none
        while (offset < text.length) {
            if (++characters > MAXIMUM_CHARACTERS) revert INodePass.NodePass_NameTooLong(MAXIMUM_CHARACTERS);
            (uint256 codePoint, uint256 size) = _decode(text, offset);
            bool space = codePoint == 0x20 || codePoint == 0x3000;
            if (_forbidden(codePoint) || (space && !seen)) {
                revert INodePass.NodePass_NameCharacterForbidden(codePoint);
            }
            if (space) lastSpace = codePoint;
            else if (!_joins(codePoint)) (seen, lastSpace) = (true, 0);
            offset += size;
        }
        if (!seen) revert INodePass.NodePass_NameEmpty();
        if (lastSpace != 0) revert INodePass.NodePass_NameCharacterForbidden(lastSpace);
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

    /// @dev The joiners and the two selectors between text and picture: scripts and pictograms need them, but beside other
    /// characters alone.
    function _joins(uint256 codePoint) private pure returns (bool) {
        return codePoint == 0x200c || codePoint == 0x200d || codePoint == 0xfe0e || codePoint == 0xfe0f;
    }

    function _forbidden(uint256 codePoint) private pure returns (bool) {
        if (codePoint < 0x7f) return codePoint < 0x20;
        // Controls, which end at 9F, and every space but U+0020 and U+3000. Within 2000 to 206F lie also: line and paragraph
        // separators; embeddings, overrides and isolates, with which a name could rewrite the text around it.
        bool separator = codePoint <= 0xa0 || codePoint == 0x1680 || (codePoint >= 0x2000 && codePoint <= 0x200b)
            || (codePoint >= 0x2028 && codePoint <= 0x202f) || (codePoint >= 0x205f && codePoint <= 0x206f);
        // Nothing to be seen, so two names could look alike: what Unicode calls default-ignorable, fillers, blank hieroglyphs,
        // the head of no note and the empty pattern of Braille.
        bool unseen = codePoint == 0xad || codePoint == 0x34f || codePoint == 0x61c || codePoint == 0x115f
            || codePoint == 0x1160 || codePoint == 0x17b4 || codePoint == 0x17b5
            || (codePoint >= 0x180b && codePoint <= 0x180f) || codePoint == 0x200e || codePoint == 0x200f
            || codePoint == 0x2800 || codePoint == 0x3164 || (codePoint >= 0xfe00 && codePoint <= 0xfe0d)
            || codePoint == 0xfeff || codePoint == 0xffa0 || (codePoint >= 0xfff0 && codePoint <= 0xfffb)
            || codePoint == 0x13441 || codePoint == 0x13442 || codePoint == 0x16fe4
            || (codePoint >= 0x1bca0 && codePoint <= 0x1bca3) || codePoint == 0x1d159
            || (codePoint >= 0x1d173 && codePoint <= 0x1d17a)
            || (codePoint >= 0xe0000 && codePoint <= 0xe0fff);
        // Not allowed in XML, hence not in the picture.
        bool noncharacter = (codePoint & 0xfffe) == 0xfffe;
        return separator || unseen || noncharacter;
    }
}
