// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @notice Contract wallets for the sign-in tests: an honest wallet, its factory, and dishonest wallets.
contract OwnedWallet {
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view virtual returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        address signer = ecrecover(hash, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64]));
        return signer != address(0) && signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

contract WalletFactory {
    function addressOf(address owner, bytes32 salt) public view returns (address) {
        bytes32 code = keccak256(abi.encodePacked(type(OwnedWallet).creationCode, abi.encode(owner)));
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, code)))));
    }

    function create(address owner, bytes32 salt) external returns (address) {
        return address(new OwnedWallet{salt: salt}(owner));
    }
}

/// @notice Accepts every signature. It can only sign in as itself.
contract YesWallet {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return 0x1626ba7e;
    }
}

/// @notice Answers every call with 32 bytes of ones.
contract OnesWallet {
    fallback(bytes calldata) external returns (bytes memory) {
        assembly {
            mstore(0, not(0))
            return(0, 32)
        }
    }
}

/// @notice Answers with the right four bytes and rubbish behind them.
contract DirtyWallet {
    fallback(bytes calldata) external returns (bytes memory) {
        assembly {
            mstore(0, or(shl(224, 0x1626ba7e), 1))
            return(0, 32)
        }
    }
}

contract RevertingWallet {
    error Never();

    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        revert Never();
    }
}

/// @notice Burns whatever gas it is given.
contract EndlessWallet {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        while (true) {}
        return 0x1626ba7e;
    }
}

/// @notice Has code, but does not know signatures. Its answer is empty.
contract SilentWallet {
    fallback() external payable {}
}

/// @notice Answers like EIP-3668: fetch a URL, then call again. A client that follows requests any URL that this contract names.
contract LookupWallet {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

    string public url;

    constructor(string memory url_) {
        url = url_;
    }

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        string[] memory urls = new string[](1);
        urls[0] = url;
        revert OffchainLookup(address(this), urls, hex"01", this.afterwards.selector, "");
    }

    function afterwards(bytes calldata, bytes calldata) external pure returns (bytes4) {
        return 0x1626ba7e;
    }
}

/// @notice Answers, or reverts, with the right word and a great many bytes behind it.
contract LongWallet {
    uint256 public immutable length;
    bool public immutable reverts;

    constructor(uint256 length_, bool reverts_) {
        length = length_;
        reverts = reverts_;
    }

    /// @dev Answers with the right word, followed by other bytes up to the given length.
    fallback() external {
        uint256 size = length;
        bool fails = reverts;
        assembly {
            mstore(0, shl(224, 0x1626ba7e))
            if fails { revert(0, size) }
            return(0, size)
        }
    }
}
