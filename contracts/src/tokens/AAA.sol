// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "solady/tokens/ERC20.sol";

import {IAAA} from "../interfaces/IAAA.sol";

/// @title AAA
/// @notice Fixed supply, EIP-2612 permits, and a fee on trades: transfers to or from the one swap pair, nothing else.
/// @dev Powers: the cfo may lower the fee. Nobody can raise it, send it elsewhere, mint, freeze or take.
/// The swap pair is the one its factory makes of AAA and the quote token; its address follows from the factory's code, so
/// it is known before it exists and needs no setter and no storage read in a transfer.
/// @custom:security-contact The repository's security advisory form; see SECURITY.md.
contract AAA is IAAA, ERC20 {
    /// @inheritdoc IAAA
    uint256 public constant MAXIMUM_FEE_RATE = 500;

    /// @inheritdoc IAAA
    address public immutable cfo;
    /// @inheritdoc IAAA
    address public immutable feeRecipient;
    /// @inheritdoc IAAA
    address public immutable swapPair;

    /// @inheritdoc IAAA
    uint16 public feeRate;

    /// @param holder receives the whole supply
    /// @param supply wei, never changes
    /// @param feeRate_ basis points, at most `MAXIMUM_FEE_RATE`
    /// @param feeRecipient_ receives the fee; never changes
    /// @param factory the Uniswap-V2-compatible factory of the swap pair
    /// @param quoteToken the pair's other token
    /// @param pairCodeHash hash of the factory's pair creation code
    constructor(
        address holder,
        uint256 supply,
        address cfo_,
        uint16 feeRate_,
        address feeRecipient_,
        address factory,
        address quoteToken,
        bytes32 pairCodeHash
    ) {
        if (feeRate_ > MAXIMUM_FEE_RATE) revert AAA_FeeAboveMaximum(feeRate_, MAXIMUM_FEE_RATE);
        if (holder == address(0) || cfo_ == address(0) || feeRecipient_ == address(0)) revert AAA_ZeroAddress();
        (address token0, address token1) =
            quoteToken < address(this) ? (quoteToken, address(this)) : (address(this), quoteToken);
        bytes32 salt = keccak256(abi.encodePacked(token0, token1));
        swapPair = address(uint160(uint256(keccak256(abi.encodePacked(hex"ff", factory, salt, pairCodeHash)))));
        cfo = cfo_;
        feeRecipient = feeRecipient_;
        feeRate = feeRate_;
        _mint(holder, supply);
    }

    function lowerFee(uint16 feeRate_) external {
        // Check
        if (msg.sender != cfo) revert AAA_CallerNotCfo(msg.sender);
        if (feeRate_ >= feeRate) revert AAA_FeeNotLower(feeRate_, feeRate);
        // Effect
        feeRate = feeRate_;
        emit FeeLowered(feeRate_);
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        _spendAllowance(from, msg.sender, amount);
        _move(from, to, amount);
        return true;
    }

    function name() public pure override returns (string memory) {
        return "AAA";
    }

    function symbol() public pure override returns (string memory) {
        return "AAA";
    }

    /// @dev Takes exactly `amount` from `from`; what of it is fee goes to the fee's recipient.
    function _move(address from, address to, uint256 amount) private {
        if (from == swapPair || to == swapPair) {
            // An amount beyond any balance is refused by the transfer itself; it must not overflow here first.
            uint256 fee = amount <= totalSupply() ? amount * feeRate / 10_000 : 0;
            if (fee != 0) {
                _transfer(from, feeRecipient, fee);
                amount -= fee;
            }
        }
        _transfer(from, to, amount);
    }

    function _constantNameHash() internal pure override returns (bytes32) {
        return keccak256("AAA");
    }

    /// @dev Allowances are what the holder gave, nothing is implied.
    function _givePermit2InfiniteAllowance() internal pure override returns (bool) {
        return false;
    }
}
