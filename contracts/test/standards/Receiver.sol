// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";

/// @notice Gives the answer that the test sets, and stores the received call.
contract Receiver is IERC721Receiver {
    enum Answer {
        Accepts,
        SaysSomethingElse,
        Reverts,
        SaysNothing
    }

    Answer private immutable answer;
    address public operator;
    address public from;
    uint256 public id;
    bytes public data;
    address public holderWhenAsked;

    constructor(Answer answer_) {
        answer = answer_;
    }

    function onERC721Received(address operator_, address from_, uint256 id_, bytes calldata data_)
        external
        returns (bytes4)
    {
        if (answer == Answer.Reverts) revert("no tokens, please");
        if (answer == Answer.SaysNothing) assembly { return(0, 0) }
        if (answer == Answer.SaysSomethingElse) return bytes4(keccak256("something else"));
        (operator, from, id, data) = (operator_, from_, id_, data_);
        holderWhenAsked = IERC721(msg.sender).ownerOf(id_);
        return IERC721Receiver.onERC721Received.selector;
    }
}
