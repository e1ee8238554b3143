// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";

import {IDemoFaucet} from "../../src/interfaces/IDemoFaucet.sol";
import {ICappedToken} from "../../src/interfaces/ICappedToken.sol";
import {IAAA} from "../../src/interfaces/IAAA.sol";
import {Timelock} from "../../src/Timelock.sol";
import {DemoFaucet} from "../../src/demo/DemoFaucet.sol";
import {StandInToken} from "../../src/demo/StandInToken.sol";
import {AAA} from "../../src/tokens/AAA.sol";
import {GALX} from "../../src/tokens/GALX.sol";
import {MCM} from "../../src/tokens/MCM.sol";

interface IUniswapFactory {
    function createPair(address tokenA, address tokenB) external returns (address pair);
}

contract AaaTest is Test {
    bytes32 private constant PAIR_CODE_HASH = 0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f;

    address private immutable cfo = makeAddr("cfo");
    address private immutable recipient = makeAddr("fee recipient");
    address private immutable holder = makeAddr("holder");
    address private immutable trader = makeAddr("trader");
    address private immutable quote = makeAddr("quote");
    AAA private aaa;
    address private pair;

    function setUp() public {
        IUniswapFactory factory =
            IUniswapFactory(_published("node_modules/@uniswap/v2-core/build/UniswapV2Factory.json"));
        aaa = new AAA(holder, 1_000_000 ether, cfo, 300, recipient, address(factory), quote, PAIR_CODE_HASH);
        pair = factory.createPair(address(aaa), quote);
    }

    /// @dev Deploys the published creation code. Its argument is the account that may switch a protocol fee on.
    function _published(string memory artifact) private returns (address deployed) {
        string memory code = vm.parseJsonString(vm.readFile(artifact), ".bytecode");
        bytes memory creation = abi.encodePacked(vm.parseBytes(string.concat("0x", code)), abi.encode(address(0)));
        assembly ("memory-safe") {
            deployed := create(0, add(creation, 32), mload(creation))
        }
    }

    function test_AaaKnowsItsPairBeforeItExists() public view {
        assertEq(aaa.swapPair(), pair);
    }

    function test_AaaTaxesTransfersToAndFromThePairAlone() public {
        vm.startPrank(holder);
        aaa.transfer(trader, 1000 ether);
        assertEq(aaa.balanceOf(trader), 1000 ether, "an ordinary transfer is free");
        aaa.transfer(pair, 1000 ether);
        assertEq(aaa.balanceOf(pair), 970 ether, "selling is taxed");
        assertEq(aaa.balanceOf(recipient), 30 ether);
        vm.stopPrank();
        vm.prank(pair);
        aaa.transfer(trader, 100 ether);
        assertEq(aaa.balanceOf(trader), 1097 ether, "buying is taxed");
        assertEq(aaa.balanceOf(recipient), 33 ether);
        vm.prank(trader);
        aaa.approve(address(this), 500 ether);
        aaa.transferFrom(trader, pair, 500 ether);
        assertEq(aaa.balanceOf(recipient), 48 ether);
        assertEq(aaa.allowance(trader, address(this)), 0, "the allowance covers the whole amount, no more");
        assertEq(aaa.totalSupply(), 1_000_000 ether);
    }

    function test_AaaTaxesATransferFromThePairOnBehalfOfItOnce() public {
        vm.prank(holder);
        aaa.transfer(pair, 1000 ether);
        vm.prank(pair);
        aaa.approve(address(this), 100 ether);
        aaa.transferFrom(pair, trader, 100 ether);
        assertEq(aaa.balanceOf(trader), 97 ether);
        assertEq(aaa.balanceOf(pair), 870 ether, "exactly the amount leaves");
        assertEq(aaa.balanceOf(recipient), 33 ether);
        vm.expectRevert(bytes4(keccak256("InsufficientAllowance()")));
        aaa.transferFrom(pair, trader, 1);
    }

    function test_AaaFeeCanOnlyFall() public {
        vm.startPrank(cfo);
        vm.expectRevert(abi.encodeWithSelector(IAAA.AAA_FeeNotLower.selector, 300, 300));
        aaa.lowerFee(300);
        vm.expectEmit(address(aaa));
        emit IAAA.FeeLowered(100);
        aaa.lowerFee(100);
        vm.expectRevert(abi.encodeWithSelector(IAAA.AAA_FeeNotLower.selector, 101, 100));
        aaa.lowerFee(101);
        aaa.lowerFee(0);
        vm.stopPrank();
        vm.prank(holder);
        aaa.transfer(pair, 100 ether);
        assertEq(aaa.balanceOf(pair), 100 ether);
    }

    function test_AaaRecipientIsKnownFromTheStartAndNeverChanges() public {
        assertEq(aaa.feeRecipient(), recipient);
        (bool answered,) = address(aaa).call(abi.encodeWithSignature("setFeeRecipient(address)", cfo));
        assertFalse(answered, "there is no such function");
    }

    function test_AaaObeysTheCfoAlone() public {
        AAA fresh = new AAA(holder, 10 ether, cfo, 500, recipient, address(1), quote, PAIR_CODE_HASH);
        vm.startPrank(holder);
        vm.expectRevert(abi.encodeWithSelector(IAAA.AAA_CallerNotCfo.selector, holder));
        fresh.lowerFee(0);
        vm.stopPrank();
    }

    /// @dev An external function, because a test can expect its revert with and without dynamic linking.
    function makeAaa(address holder_, address cfo_, uint16 feeBps, address recipient_) external {
        new AAA(holder_, 10 ether, cfo_, feeBps, recipient_, address(1), quote, PAIR_CODE_HASH);
    }

    function test_AaaIsNotMadeWithOddTerms() public {
        vm.expectRevert(abi.encodeWithSelector(IAAA.AAA_FeeAboveMaximum.selector, 501, 500));
        this.makeAaa(holder, cfo, 501, recipient);
        vm.expectRevert(IAAA.AAA_ZeroAddress.selector);
        this.makeAaa(address(0), cfo, 500, recipient);
        vm.expectRevert(IAAA.AAA_ZeroAddress.selector);
        this.makeAaa(holder, address(0), 500, recipient);
        vm.expectRevert(IAAA.AAA_ZeroAddress.selector);
        this.makeAaa(holder, cfo, 500, address(0));
    }

    function testFuzz_AaaMovesExactlyTheAmount(uint256 amount, bool taxed) public {
        address to = taxed ? pair : trader;
        vm.prank(holder);
        if (amount > 1_000_000 ether) vm.expectRevert(bytes4(keccak256("InsufficientBalance()")));
        aaa.transfer(to, amount);
        if (amount > 1_000_000 ether) return;
        uint256 fee = taxed ? amount * 3 / 100 : 0;
        assertEq(aaa.balanceOf(to), amount - fee);
        assertEq(aaa.balanceOf(recipient), fee);
        assertEq(aaa.balanceOf(holder), 1_000_000 ether - amount);
    }
}

contract CappedTokenTest is Test {
    address private immutable minter = makeAddr("minter");
    address private immutable holder = makeAddr("holder");

    function test_CappedTokensAreMintedByTheMinterUpToTheCap() public {
        MCM token = new MCM(100 ether, minter);
        vm.expectRevert(abi.encodeWithSelector(ICappedToken.CappedToken_CallerNotMinter.selector, address(this)));
        token.mint(holder, 1);
        vm.startPrank(minter);
        token.mint(holder, 60 ether);
        vm.expectRevert(
            abi.encodeWithSelector(ICappedToken.CappedToken_SupplyAboveCap.selector, 100 ether + 1, 100 ether)
        );
        token.mint(holder, 40 ether + 1);
        token.mint(holder, 40 ether);
        vm.stopPrank();
        assertEq(token.totalSupply(), 100 ether);
    }

    function test_CappedTokensAreBurnedByTheirHolders() public {
        GALX token = new GALX(100 ether, minter);
        vm.prank(minter);
        token.mint(holder, 60 ether);
        vm.startPrank(holder);
        token.burn(10 ether);
        vm.expectRevert(bytes4(keccak256("InsufficientBalance()")));
        token.burn(51 ether);
        token.approve(address(this), 20 ether);
        vm.stopPrank();
        token.burnFrom(holder, 20 ether);
        assertEq(token.totalSupply(), 30 ether);
        vm.expectRevert(bytes4(keccak256("InsufficientAllowance()")));
        token.burnFrom(holder, 1);
    }

    function test_CappedTokensMinterIsHandedOnAndGivenUp() public {
        MCM token = new MCM(100 ether, minter);
        vm.expectRevert(abi.encodeWithSelector(ICappedToken.CappedToken_CallerNotMinter.selector, address(this)));
        token.setMinter(address(this));
        vm.prank(minter);
        token.setMinter(holder);
        vm.startPrank(holder);
        token.mint(holder, 1);
        token.setMinter(address(0));
        vm.expectRevert(abi.encodeWithSelector(ICappedToken.CappedToken_CallerNotMinter.selector, holder));
        token.mint(holder, 1);
        vm.stopPrank();
    }

    function test_CappedTokensGiveNobodyAnAllowanceUnasked() public {
        MCM token = new MCM(100 ether, minter);
        assertEq(token.allowance(holder, 0x000000000022D473030F116dDEE9F6B43aC78BA3), 0);
        assertEq(token.name(), "MCM");
        assertEq(new GALX(1, minter).symbol(), "GALX");
        assertEq(token.decimals(), 18);
    }

    function testFuzz_CappedTokensPermitIsTheSignersAlone(uint256 key, uint256 value, address spender) public {
        key = bound(key, 1, type(uint128).max);
        GALX token = new GALX(100 ether, minter);
        address signer = vm.addr(key);
        bytes32 content = keccak256(
            abi.encode(
                keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"),
                signer,
                spender,
                value,
                0,
                block.timestamp
            )
        );
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(key, keccak256(abi.encodePacked("\x19\x01", token.DOMAIN_SEPARATOR(), content)));
        vm.expectRevert(bytes4(keccak256("InvalidPermit()")));
        token.permit(minter, spender, value, block.timestamp, v, r, s);
        token.permit(signer, spender, value, block.timestamp, v, r, s);
        assertEq(token.allowance(signer, spender), value);
        vm.expectRevert(bytes4(keccak256("InvalidPermit()")));
        token.permit(signer, spender, value, block.timestamp, v, r, s);
    }
}

contract DemoTest is Test {
    function test_FaucetGivesOneParcelAnHour() public {
        StandInToken usdt = new StandInToken("Tether USD", "USDT", address(this), 1000 ether);
        MCM mcm = new MCM(1000 ether, address(this));
        address[] memory tokens = new address[](2);
        uint256[] memory amounts = new uint256[](2);
        (tokens[0], amounts[0], tokens[1], amounts[1]) = (address(usdt), 100 ether, address(mcm), 5 ether);
        DemoFaucet faucet = new DemoFaucet(tokens, amounts);
        usdt.transfer(address(faucet), 250 ether);
        mcm.mint(address(faucet), 100 ether);

        address alice = makeAddr("alice");
        vm.expectEmit(address(faucet));
        emit IDemoFaucet.Dripped(alice);
        faucet.drip(alice);
        assertEq(usdt.balanceOf(alice), 100 ether);
        assertEq(mcm.balanceOf(alice), 5 ether);
        uint256 nextAt = block.timestamp + 1 hours;
        vm.expectRevert(abi.encodeWithSelector(IDemoFaucet.DemoFaucet_TooSoon.selector, alice, nextAt));
        faucet.drip(alice);
        faucet.drip(makeAddr("bob"));
        vm.warp(nextAt);
        vm.expectRevert();
        faucet.drip(alice);
        assertEq(usdt.decimals(), 18);
        (address[] memory given,) = faucet.parcel();
        assertEq(given, tokens);
    }

    function test_FaucetListsHaveTheSameLength() public {
        vm.expectRevert(abi.encodeWithSelector(IDemoFaucet.DemoFaucet_ListsDiffer.selector, 1, 2));
        new DemoFaucet(new address[](1), new uint256[](2));
    }

    function test_TimelockIsItsOnlyAdministrator() public {
        address[] memory proposers = new address[](1);
        proposers[0] = makeAddr("proposer");
        Timelock timelock = new Timelock(48 hours, proposers, new address[](1));
        assertTrue(timelock.hasRole(timelock.DEFAULT_ADMIN_ROLE(), address(timelock)));
        assertFalse(timelock.hasRole(timelock.DEFAULT_ADMIN_ROLE(), address(this)));
        assertTrue(timelock.hasRole(timelock.PROPOSER_ROLE(), proposers[0]));
        assertEq(timelock.getMinDelay(), 48 hours);
    }
}
