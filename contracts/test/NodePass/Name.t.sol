// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Base64} from "solady/utils/Base64.sol";
import {LibString} from "solady/utils/LibString.sol";

import {INodePass} from "../../src/interfaces/INodePass.sol";
import {NodePassTest} from "../support/NodePassTest.sol";

/// @notice Names, and the texts that wallets show for them.
contract NodePassNameTest is NodePassTest {
    using LibString for string;

    function setUp() public override {
        super.setUp();
        mint(alice, "-");
    }

    function _rename(bytes memory name) private {
        vm.prank(alice);
        passes.rename(1, string(name));
    }

    function _accepted(bytes memory name) private {
        _rename(name);
        assertEq(bytes(passes.pass(1).name), name, "kept byte for byte");
    }

    function _refused(bytes memory name, bytes memory error) private {
        string memory before = passes.pass(1).name;
        vm.expectRevert(error);
        _rename(name);
        vm.prank(alice);
        vm.expectRevert(error);
        passes.mint(string(name));
        assertEq(passes.pass(1).name, before);
    }

    function _forbidden(uint256 codePoint) private pure returns (bytes memory) {
        return abi.encodeWithSelector(INodePass.NodePass_NameCharacterForbidden.selector, codePoint);
    }

    function _notUtf8(uint256 offset) private pure returns (bytes memory) {
        return abi.encodeWithSelector(INodePass.NodePass_NameNotUtf8.selector, offset);
    }

    function _tooLong() private pure returns (bytes memory) {
        return abi.encodeWithSelector(INodePass.NodePass_NameTooLong.selector, 32);
    }

    function test_NodePassNameHasOneToThirtyTwoCharacters() public {
        _accepted("x");
        _accepted("12345678901234567890123456789012");
        _refused("123456789012345678901234567890123", _tooLong());
        _refused("", abi.encodeWithSelector(INodePass.NodePass_NameEmpty.selector));
        bytes memory long;
        for (uint256 i = 0; i < 32; ++i) {
            long = abi.encodePacked(long, unicode"🟡");
        }
        assertEq(long.length, 128);
        _accepted(long);
        _refused(abi.encodePacked(long, "x"), _tooLong());
        _refused(new bytes(40_000), _forbidden(0));
        _refused(abi.encodePacked(long, new bytes(40_000)), _tooLong());
    }

    function test_NodePassNameMayBeOfAnyScript() public {
        _accepted(unicode"节点一号");
        _accepted(unicode"Узел — №7");
        _accepted(unicode"👩‍👩‍👧 αβγ ئېكە ñ");
        _accepted('"quotes" \\ <b>&amp;</b> \'');
        _accepted(hex"7e"); // ~, the last before the controls
        _accepted(hex"dfbf"); // U+07FF
        _accepted(hex"e0a080"); // U+0800
        _accepted(hex"ed9fbf"); // U+D7FF, the last before the surrogates
        _accepted(hex"ee8080"); // U+E000, the first after them
        _accepted(hex"efbfbd"); // U+FFFD
        _accepted(hex"f0908080"); // U+10000
        _accepted(hex"f48fbfbd"); // U+10FFFD
        _accepted(hex"e280a7"); // U+2027
    }

    function test_NodePassNameHasNoControlCharacters() public {
        for (uint256 c = 0; c < 0x20; ++c) {
            _refused(abi.encodePacked("a", bytes1(uint8(c)), "b"), _forbidden(c));
        }
        _refused(hex"7f", _forbidden(0x7f));
        for (uint256 c = 0x80; c < 0xa0; ++c) {
            _refused(abi.encodePacked(bytes1(0xc2), bytes1(uint8(c))), _forbidden(c));
        }
    }

    function test_NodePassNameCannotTurnTheTextAroundIt() public {
        for (uint256 c = 0x2028; c <= 0x202e; ++c) {
            _refused(abi.encodePacked(bytes2(0xe280), bytes1(uint8(0x80 + c - 0x2000))), _forbidden(c));
        }
        for (uint256 c = 0x2066; c <= 0x2069; ++c) {
            _refused(abi.encodePacked(bytes2(0xe281), bytes1(uint8(0x80 + c - 0x2040))), _forbidden(c));
        }
        _refused(hex"efbfbe", _forbidden(0xfffe));
        _refused(hex"efbfbf", _forbidden(0xffff));
        _refused(hex"f48fbfbf", _forbidden(0x10ffff));
    }

    function test_NodePassNameCannotBeInvisible() public {
        bytes memory empty = abi.encodeWithSelector(INodePass.NodePass_NameEmpty.selector);
        uint256[4] memory joiners = [uint256(0x200c), 0x200d, 0xfe0e, 0xfe0f];
        for (uint256 i = 0; i < 4; ++i) {
            bytes memory joiner = _utf8(joiners[i]);
            _accepted(abi.encodePacked("A", joiner, "B"));
            _accepted(abi.encodePacked(joiner, "B"));
            _refused(joiner, empty);
            _refused(abi.encodePacked(joiner, joiner), empty);
        }
    }

    function test_NodePassNameHasNoSpaceAtAnEdge() public {
        uint256[2] memory spaces = [uint256(0x20), 0x3000];
        for (uint256 i = 0; i < 2; ++i) {
            bytes memory space = _utf8(spaces[i]);
            _refused(space, _forbidden(spaces[i]));
            _refused(abi.encodePacked(space, "A"), _forbidden(spaces[i]));
            _refused(abi.encodePacked("A", space), _forbidden(spaces[i]));
            _accepted(abi.encodePacked("A", space, "B"));
            // a joiner does not turn another character into an allowed edge
            _refused(abi.encodePacked(_utf8(0x200d), space, "A"), _forbidden(spaces[i]));
            _refused(abi.encodePacked("A", space, _utf8(0xfe0f)), _forbidden(spaces[i]));
            _accepted(abi.encodePacked("A", space, _utf8(0x200c), space, "B"));
            _refused(abi.encodePacked("A", _utf8(spaces[1 - i]), space), _forbidden(spaces[i]));
        }
    }

    /// Tests each run of forbidden characters from its first to its last, and the allowed characters beside it.
    function test_NodePassNameRefusesTheListAndNothingBesideIt() public {
        uint256[2][] memory runs = _runs();
        for (uint256 i = 0; i < runs.length; ++i) {
            for (uint256 edge = 0; edge < 2; ++edge) {
                uint256 last = runs[i][edge];
                _refused(abi.encodePacked("A", _utf8(last), "B"), _forbidden(last));
                uint256 next = edge == 0 ? last - 1 : last + 1;
                if (next <= 0x10ffff && !_listed(next)) _accepted(abi.encodePacked("A", _utf8(next), "B"));
            }
        }
    }

    /// @return runs the first and the last of each run of forbidden characters above the controls, without noncharacters
    function _runs() private pure returns (uint256[2][] memory runs) {
        uint24[52] memory list = [
            uint24(0x7f), 0xa0, 0xad, 0xad, 0x34f, 0x34f, 0x61c, 0x61c, 0x115f, 0x1160, 0x1680, 0x1680, 0x17b4, 0x17b5, 0x180b,
            0x180f, 0x2000, 0x200b, 0x200e, 0x200f, 0x2028, 0x202f, 0x205f, 0x206f, 0x2800, 0x2800, 0x3164, 0x3164,
            0xfe00, 0xfe0d, 0xfeff, 0xfeff, 0xffa0, 0xffa0, 0xfff0, 0xfffb, 0x13441, 0x13442, 0x16fe4, 0x16fe4, 0x1bca0, 0x1bca3, 0x1d159, 0x1d159, 0x1d173, 0x1d17a, 0xe0000,
            0xe0fff, 0xfffe, 0xffff, 0x10fffe, 0x10ffff
        ];
        runs = new uint256[2][](list.length / 2);
        for (uint256 i = 0; i < runs.length; ++i) {
            runs[i] = [uint256(list[2 * i]), list[2 * i + 1]];
        }
    }

    function _listed(uint256 codePoint) private pure returns (bool) {
        uint256[2][] memory runs = _runs();
        for (uint256 i = 0; i < runs.length; ++i) {
            if (codePoint >= runs[i][0] && codePoint <= runs[i][1]) return true;
        }
        return codePoint < 32 || codePoint % 65_536 >= 65_534;
    }

    function test_NodePassNameIsUtf8() public {
        _refused(hex"80", _notUtf8(0)); // a continuation byte without a first byte
        _refused(hex"61bf", _notUtf8(1));
        _refused(hex"c080", _notUtf8(0)); // 0 in two bytes
        _refused(hex"c1bf", _notUtf8(0)); // 7F in two
        _refused(hex"e09fbf", _notUtf8(0)); // 7FF in three
        _refused(hex"f08fbfbf", _notUtf8(0)); // FFFF in four
        _refused(hex"eda080", _notUtf8(0)); // D800, a surrogate
        _refused(hex"edbfbf", _notUtf8(0)); // DFFF
        _refused(hex"f4908080", _notUtf8(0)); // 110000
        _refused(hex"f8888080", _notUtf8(0));
        _refused(hex"fe", _notUtf8(0));
        _refused(hex"ff", _notUtf8(0));
        _refused(hex"61c2", _notUtf8(1)); // cut off
        _refused(hex"e282", _notUtf8(0));
        _refused(hex"f09f9f", _notUtf8(0));
        _refused(hex"c261", _notUtf8(0)); // a letter in the place of a continuation byte
        _refused(hex"e2c2a0", _notUtf8(0));
        _refused(hex"f09f61a1", _notUtf8(0));
    }

    /// Every code point that RFC 3629 can encode is accepted in its only form, unless the list forbids it.
    function testFuzz_NodePassNameTakesEveryCharacter(uint256 codePoint) public {
        codePoint = bound(codePoint, 0, 0x10ffff);
        if (codePoint >= 0xd800 && codePoint < 0xe000) return;
        bytes memory name = abi.encodePacked("A", _utf8(codePoint), "B");
        if (_listed(codePoint)) _refused(name, _forbidden(codePoint));
        else _accepted(name);
    }

    function _utf8(uint256 codePoint) private pure returns (bytes memory) {
        if (codePoint < 0x80) return abi.encodePacked(uint8(codePoint));
        if (codePoint < 0x800) return abi.encodePacked(uint8(0xc0 + codePoint / 64), _tail(codePoint));
        if (codePoint < 0x10000) {
            return abi.encodePacked(uint8(0xe0 + codePoint / 4096), _tail(codePoint / 64), _tail(codePoint));
        }
        return abi.encodePacked(
            uint8(0xf0 + codePoint / 262_144), _tail(codePoint / 4096), _tail(codePoint / 64), _tail(codePoint)
        );
    }

    function _tail(uint256 bits) private pure returns (uint8) {
        return uint8(0x80 + bits % 64);
    }

    /// Any bytes are accepted exactly if the grammar of RFC 3629 (§4, its table of byte ranges) accepts them.
    function testFuzz_NodePassNameFollowsTheGrammar(bytes memory name, uint256 seed) public {
        // Random bytes are hardly ever valid UTF-8 after the first byte, so most bytes are moved towards valid ones.
        for (uint256 i = 0; i < name.length; ++i) {
            uint256 kind = uint256(keccak256(abi.encode(seed, i))) % 8;
            if (kind < 4) name[i] = bytes1(0x80 | (uint8(name[i]) & 0x3f));
            else if (kind < 7) name[i] = bytes1(0xc0 | (uint8(name[i]) & 0x3f));
        }
        vm.prank(alice);
        try passes.rename(1, string(name)) {
            assertTrue(_grammatical(name));
        } catch (bytes memory error) {
            bool grammatical = _grammatical(name);
            if (bytes4(error) == INodePass.NodePass_NameNotUtf8.selector) assertFalse(grammatical);
        }
    }

    function _grammatical(bytes memory text) private pure returns (bool) {
        uint256 i;
        while (i < text.length) {
            uint8 a = uint8(text[i]);
            uint8 low = 0x80;
            uint8 high = 0xbf;
            uint256 tails;
            if (a <= 0x7f) tails = 0;
            else if (a >= 0xc2 && a <= 0xdf) tails = 1;
            else if (a == 0xe0) (tails, low) = (2, 0xa0);
            else if (a == 0xed) (tails, high) = (2, 0x9f);
            else if (a >= 0xe1 && a <= 0xef) tails = 2;
            else if (a == 0xf0) (tails, low) = (3, 0x90);
            else if (a == 0xf4) (tails, high) = (3, 0x8f);
            else if (a >= 0xf1 && a <= 0xf3) tails = 3;
            else return false;
            if (i + tails >= text.length) return false;
            for (uint256 t = 1; t <= tails; ++t) {
                uint8 b = uint8(text[i + t]);
                if (b < low || b > high) return false;
                (low, high) = (0x80, 0xbf);
            }
            i += tails + 1;
        }
        return true;
    }

    // Texts that wallets show

    function _json(uint256 id) private view returns (string memory) {
        string memory uri = passes.tokenURI(id);
        string memory head = "data:application/json;base64,";
        assertTrue(uri.startsWith(head));
        return string(Base64.decode(uri.slice(bytes(head).length)));
    }

    function test_NodePassDescribesItself() public {
        _rename(unicode"节点");
        string memory json = _json(1);
        assertEq(vm.parseJsonString(json, ".name"), unicode"节点 #1");
        assertEq(vm.parseJsonString(json, ".attributes[0].value"), "10000 MCM");
        assertEq(vm.parseJsonString(json, ".attributes[1].value"), "live");
        string memory head = "data:image/svg+xml;base64,";
        string memory image = vm.parseJsonString(json, ".image");
        assertTrue(image.startsWith(head));
        string memory svg = string(Base64.decode(image.slice(bytes(head).length)));
        assertTrue(svg.contains(unicode">节点</text>"));
        assertTrue(svg.contains(">#1</text>"));

        startUnbonding(alice, 1);
        json = _json(1);
        assertEq(vm.parseJsonString(json, ".attributes[1].value"), "unbonding");
        assertEq(vm.parseJsonUint(json, ".attributes[2].value"), block.timestamp + COOL_DOWN);
        vm.expectRevert(abi.encodeWithSignature("ERC721NonexistentToken(uint256)", 2));
        passes.tokenURI(2);
    }

    function test_Threat_NameInjection() public {
        string[4] memory names =
            ['","image":"https://evil.example', "\\\",\\u0022}", "</text><script>alert(1)</script>", "&quot;'\"<>&\\"];
        for (uint256 i = 0; i < names.length; ++i) {
            _rename(bytes(names[i]));
            string memory json = _json(1);
            assertEq(vm.parseJsonString(json, ".name"), string.concat(names[i], " #1"), "the name is one string");
            assertEq(vm.parseJsonKeys(json, "$").length, 4, "and adds nothing");
            string memory image = vm.parseJsonString(json, ".image");
            assertTrue(image.startsWith("data:image/svg+xml;base64,"));
            string memory svg = string(Base64.decode(image.slice(26)));
            assertFalse(svg.contains("<script"), "no markup comes from a name");
            assertEq(_count(svg, "<"), 10, "elements are ours alone");
        }
    }

    function _count(string memory text, string memory what) private pure returns (uint256) {
        return text.indicesOf(what).length;
    }
}
