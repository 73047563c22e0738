// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

/// The coin of the local chain: ERC20 with 18 decimals, as BEP20 coins are. All of it belongs to the one who makes it.
contract DemoCoin {
    string public constant name = "FC demo coin";
    string public constant symbol = "FC";
    uint8 public constant decimals = 18;
    uint256 public immutable totalSupply;
    address public immutable owner = msg.sender;

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    /// Some coins have such a list, and a payment to an address in it fails.
    mapping(address => bool) public isRefused;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(uint256 supply) {
        totalSupply = supply;
        balanceOf[msg.sender] = supply;
        emit Transfer(address(0), msg.sender, supply);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        return move(msg.sender, to, value);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        return move(from, to, value);
    }

    function setRefused(address receiver, bool refused) external {
        require(msg.sender == owner, "only the owner");
        isRefused[receiver] = refused;
    }

    function move(address from, address to, uint256 value) private returns (bool) {
        require(to != address(0) && !isRefused[to], "refused");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
        return true;
    }
}
