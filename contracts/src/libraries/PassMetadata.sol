// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {LibString} from "solady/utils/LibString.sol";

import {INodePass} from "../interfaces/INodePass.sol";

/// @notice What wallets show of a node pass: everything is in the data URI, nothing is fetched from anywhere.
library PassMetadata {
    using LibString for string;
    using LibString for uint256;

    function uri(INodePass.Pass memory pass) internal pure returns (string memory) {
        string memory title = string.concat(pass.name.escapeJSON(), " #", pass.id.toString());
        string memory json = string.concat(
            '{"name":"',
            title,
            '","description":"A GALX node. 10 000 MCM are locked in this pass and go with it; its holder may take them '
            'out after a cool-down of 7 days, which burns the pass.","image":"data:image/svg+xml;base64,',
            Base64.encode(bytes(_picture(pass))),
            '","attributes":[{"trait_type":"Bond","value":"10000 MCM"},',
            _state(pass.unbondingUntil),
            "]}"
        );
        return string.concat("data:application/json;base64,", Base64.encode(bytes(json)));
    }

    function _state(uint256 unbondingUntil) private pure returns (string memory) {
        if (unbondingUntil == 0) return '{"trait_type":"State","value":"live"}';
        return string.concat(
            '{"trait_type":"State","value":"unbonding"},{"display_type":"date","trait_type":"Bond free from","value":',
            unbondingUntil.toString(),
            "}"
        );
    }

    function _picture(INodePass.Pass memory pass) private pure returns (string memory) {
        // 32 characters as wide as high still fit.
        string memory size = pass.name.runeCount() > 16 ? "18" : "32";
        return string.concat(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 640" font-family="system-ui,sans-serif" fill="#f4f1e8">'
            '<rect width="640" height="640" rx="48" fill="#12141a"/>'
            '<path d="M320 96 494 196v200L320 496 146 396V196Z" fill="none" stroke="#f0b90b" stroke-width="12"/>'
            '<text x="320" y="326" font-size="88" font-weight="700" text-anchor="middle" fill="#f0b90b">#',
            pass.id.toString(),
            '</text><text x="320" y="560" text-anchor="middle" font-size="',
            size,
            '">',
            pass.name.escapeHTML(),
            '</text><text x="320" y="604" font-size="22" text-anchor="middle" opacity=".7">GALX node pass</text></svg>'
        );
    }
}
