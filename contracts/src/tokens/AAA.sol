// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ERC20} from "solady/tokens/ERC20.sol";

/// @title AAA
/// @notice Fixed supply, EIP-2612 permits, and a fee on trades: transfers to or from the one swap pair, nothing else.
/// @dev Powers: the cfo names the fee's recipient, once, and may lower the fee. Nobody can raise it, mint, freeze or take.
/// The swap pair is the one its factory makes of AAA and the quote token; its address follows from the factory's code, so
/// it is known before it exists and needs no setter and no storage read in a transfer.
contract AAA is ERC20 {
    error AAA_CallerNotCfo(address caller);
    error AAA_FeeAboveMaximum(uint256 feeRate, uint256 maximum);
    error AAA_FeeNotLower(uint256 feeRate, uint256 current);
    error AAA_FeeRecipientAlreadySet(address recipient);
    error AAA_ZeroAddress();

    event FeeRecipientSet(address indexed recipient);
    event FeeLowered(uint256 feeRate);

    /// @notice The highest fee the token can be made with, basis points.
    uint256 public constant MAXIMUM_FEE_RATE = 500;

    /// @notice May lower the fee, and name its recipient once.
    address public immutable cfo;
    /// @notice The only address whose transfers are taxed.
    address public immutable swapPair;

    /// @notice Who receives the fee; nobody is taxed while it is zero.
    address public feeRecipient;
    /// @notice Fee on transfers to or from the swap pair, basis points of the amount, rounded down.
    uint16 public feeRate;

    /// @param holder receives the whole supply
    /// @param supply wei, fixed for ever
    /// @param feeRate_ basis points, at most `MAXIMUM_FEE_RATE`
    /// @param factory the Uniswap-V2-compatible factory of the swap pair
    /// @param quoteToken the pair's other token
    /// @param pairCodeHash hash of the factory's pair creation code
    constructor(
        address holder,
        uint256 supply,
        address cfo_,
        uint16 feeRate_,
        address factory,
        address quoteToken,
        bytes32 pairCodeHash
    ) {
        if (feeRate_ > MAXIMUM_FEE_RATE) revert AAA_FeeAboveMaximum(feeRate_, MAXIMUM_FEE_RATE);
        if (holder == address(0) || cfo_ == address(0)) revert AAA_ZeroAddress();
        (address token0, address token1) =
            quoteToken < address(this) ? (quoteToken, address(this)) : (address(this), quoteToken);
        bytes32 salt = keccak256(abi.encodePacked(token0, token1));
        swapPair = address(uint160(uint256(keccak256(abi.encodePacked(hex"ff", factory, salt, pairCodeHash)))));
        cfo = cfo_;
        feeRate = feeRate_;
        _mint(holder, supply);
    }

    /// @notice Names the recipient of the fee, for ever. Only the cfo, only once.
    function setFeeRecipient(address recipient) external {
        // Check
        if (msg.sender != cfo) revert AAA_CallerNotCfo(msg.sender);
        if (feeRecipient != address(0)) revert AAA_FeeRecipientAlreadySet(feeRecipient);
        if (recipient == address(0)) revert AAA_ZeroAddress();
        // Effect
        feeRecipient = recipient;
        emit FeeRecipientSet(recipient);
    }

    /// @notice Lowers the fee. Only the cfo; it can never rise again.
    /// @param feeRate_ basis points, below the present rate
    function lowerFee(uint16 feeRate_) external {
        // Check
        if (msg.sender != cfo) revert AAA_CallerNotCfo(msg.sender);
        if (feeRate_ >= feeRate) revert AAA_FeeNotLower(feeRate_, feeRate);
        // Effect
        feeRate = feeRate_;
        emit FeeLowered(feeRate_);
    }

    /// @inheritdoc ERC20
    function transfer(address to, uint256 amount) public override returns (bool) {
        if (msg.sender == swapPair || to == swapPair) {
            (address recipient, uint256 fee) = _fee(amount);
            if (fee != 0) {
                super.transfer(recipient, fee);
                amount -= fee;
            }
        }
        return super.transfer(to, amount);
    }

    /// @inheritdoc ERC20
    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        if (from == swapPair || to == swapPair) {
            (address recipient, uint256 fee) = _fee(amount);
            if (fee != 0) {
                super.transferFrom(from, recipient, fee);
                amount -= fee;
            }
        }
        return super.transferFrom(from, to, amount);
    }

    /// @inheritdoc ERC20
    function name() public pure override returns (string memory) {
        return "AAA";
    }

    /// @inheritdoc ERC20
    function symbol() public pure override returns (string memory) {
        return "AAA";
    }

    function _fee(uint256 amount) private view returns (address recipient, uint256 fee) {
        recipient = feeRecipient;
        // An amount beyond any balance is refused by the transfer itself; it must not overflow here first.
        if (recipient != address(0) && amount <= totalSupply()) fee = amount * feeRate / 10_000;
    }

    function _constantNameHash() internal pure override returns (bytes32) {
        return keccak256("AAA");
    }

    /// @dev Allowances are what the holder gave, nothing is implied.
    function _givePermit2InfiniteAllowance() internal pure override returns (bool) {
        return false;
    }
}
