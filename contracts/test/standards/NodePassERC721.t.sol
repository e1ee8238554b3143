// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Enumerable} from "@openzeppelin/contracts/token/ERC721/extensions/IERC721Enumerable.sol";

import {NodePass} from "../../src/NodePass.sol";
import {MCM} from "../../src/tokens/MCM.sol";
import {ERC721Extensions} from "./ERC721Extensions.sol";

contract NodePassERC721Standard is ERC721Extensions {
    MCM private mcm;
    NodePass private passes;

    function make() internal override returns (IERC721Enumerable) {
        mcm = new MCM(1_000_000_000 ether, address(this));
        passes = new NodePass(address(mcm));
        return passes;
    }

    function create(address holder) internal override returns (uint256 id) {
        mcm.mint(holder, passes.BOND());
        vm.startPrank(holder);
        mcm.approve(address(passes), passes.BOND());
        id = passes.mint(unicode"节点 \"one\"");
        vm.stopPrank();
    }

    function destroy(address holder, uint256 id) internal override {
        vm.startPrank(holder);
        passes.startUnbonding(id);
        skip(passes.COOL_DOWN());
        passes.unbond(id);
        vm.stopPrank();
    }
}
