import { asFc } from "@fc/contract/units";
import { getAddress, isAddress, keccak256 } from "viem/utils";
import { block, bytes, quantity, sentHash, transaction } from "./answers.ts";
import { balanceData, decimalsData, transferData, transferIn } from "./coin.ts";
import { NoAnswer } from "./endpoint.ts";
import { Endpoints } from "./endpoints.ts";
import { fees, gasOf } from "./fees.ts";
import type { ChainPlace } from "./place.ts";
import { hasContractSigned } from "./contract-signature.ts";
import { isSanctioned, openOracle } from "./sanctions.ts";
import { openSigner } from "./signer.ts";
import { quantityText, stateOf, transactionOf } from "./transaction-state.ts";
import { transfersOf } from "./transfers.ts";
import {
  ChainProblem,
  ChainSettingProblem,
  type Address,
  type Chain,
  type Hex,
  type Sending,
} from "./types.ts";
import { fcOf, fewestDecimals, mostDecimals, unitsOf } from "./units.ts";

const answersWithinMs = 5000;
/** A remote signer may ask a device. */
const signsWithinMs = 15_000;

/**
 * Opens the chain of the settings and checks all of them. A wrong one stops the start with its name. An endpoint that
 * is only down does not, if the others are a majority.
 */
export async function openChain(
  place: ChainPlace,
  { timeoutMs = answersWithinMs, signTimeoutMs = signsWithinMs } = {},
): Promise<Chain> {
  const { chainId } = place;
  const endpoints = new Endpoints(place.rpcUrls, chainId, timeoutMs);
  await checkChainId(endpoints, chainId);
  const contract = addressIn(place.contract);
  if (contract === undefined) {
    throw new ChainSettingProblem("COIN_CONTRACT", "this address has a wrong checksum. Copy it again.");
  }
  const decimals = await decimalsOf(endpoints, contract, chainId);
  const oracle = await openOracle(endpoints, place);
  const signer = place.signer && (await openSigner(place.signer, { chainId, timeoutMs: signTimeoutMs }));
  if (signer?.address === contract) {
    throw new ChainSettingProblem("COIN_CONTRACT", "this is the hot wallet's address, not the coin's.");
  }
  const finalBlock = async () =>
    endpoints.reachedIn(
      await endpoints.askEnough(
        async (call) => (await call("eth_getBlockByNumber", ["finalized", false], block)).number,
      ),
    );
  const chain: Chain = {
    chainId,
    contract,
    decimals,
    majority: endpoints.majority,
    endpointNames: endpoints.names,
    signer,
    unitsOf: (fc) => unitsOf(fc, decimals),
    fcOf: (units) => asFc(fcOf(units, decimals)),
    addressIn,
    transferData,
    transferIn,
    fees: () => fees(endpoints),
    gasOf: (call) => gasOf(endpoints, call),
    nonces: (address) => noncesOf(endpoints, address),
    nonceAt: (address, blockNumber) =>
      endpoints.agreed((call) =>
        call("eth_getTransactionCount", [address, quantityText(blockNumber)], quantity),
      ),
    stateOf: (hash) => stateOf(endpoints, contract, hash),
    transactionOf: (hash) => transactionOf(endpoints, hash),
    send: (signed) => send(endpoints, signed),
    balancesOf: async (address) =>
      balancesAt(endpoints, { contract, address, blockNumber: await finalBlock() }),
    finalBlock,
    transfersOf: (address, blocks) => transfersOf(endpoints, { contract, address, blocks }),
    isSanctioned: async (address) => oracle !== undefined && isSanctioned(endpoints, { oracle, address }),
    hasContractSigned: (address, signed) => hasContractSigned(endpoints, { address, ...signed }),
    isContract: (address) => isContract(endpoints, address),
  };
  if (signer !== undefined) await checkBalance(chain, signer.address);
  return chain;
}

function addressIn(text: string): Address | undefined {
  return isAddress(text) ? getAddress(text) : undefined;
}

async function checkChainId(endpoints: Endpoints, chainId: number): Promise<void> {
  const found = await endpoints.ask((call) => call("eth_chainId", [], quantity));
  const wrong = found.answers.find(({ value }) => value !== BigInt(chainId));
  if (wrong !== undefined) {
    throw new ChainSettingProblem(
      "CHAIN_ID",
      `it is ${chainId}, but ${wrong.endpoint} of CHAIN_RPC_URLS is an endpoint of chain ${wrong.value}.`,
    );
  }
  if (found.answers.length < endpoints.majority) {
    throw new ChainSettingProblem("CHAIN_RPC_URLS", `${endpoints.tooFew(found).message}.`);
  }
}

async function decimalsOf(endpoints: Endpoints, contract: Address, chainId: number): Promise<number> {
  const problem = (what: string) => new ChainSettingProblem("COIN_CONTRACT", what);
  const asSetting = (error: unknown) =>
    error instanceof ChainProblem ? new ChainSettingProblem("CHAIN_RPC_URLS", `${error.message}.`) : error;
  const hasCode = await isContract(endpoints, contract).catch((error: unknown) => {
    throw asSetting(error);
  });
  if (!hasCode) throw problem(`there is no contract at ${contract} on chain ${chainId}.`);
  const answer = await endpoints
    .agreed(async (call): Promise<Hex> => {
      try {
        return await call("eth_call", [{ to: contract, data: decimalsData }, "latest"], bytes);
      } catch (error) {
        // The contract has no such call.
        if (error instanceof NoAnswer && error.refusal) return "0x";
        throw error;
      }
    })
    .catch((error: unknown) => {
      throw asSetting(error);
    });
  if (answer.length !== 66)
    throw problem(`the contract at ${contract} is not a coin: it does not say its decimals.`);
  const decimals = BigInt(answer);
  if (decimals < BigInt(fewestDecimals) || decimals > BigInt(mostDecimals)) {
    throw problem(
      `this coin has ${decimals} decimals; only ${fewestDecimals} to ${mostDecimals} can be counted exactly.`,
    );
  }
  return Number(decimals);
}

/** An empty wallet is no reason not to start: members use the portal, and an operator is told. */
async function checkBalance(chain: Chain, address: Address): Promise<void> {
  await chain.balancesOf(address).catch((error: unknown) => {
    throw error instanceof ChainProblem
      ? new ChainSettingProblem(
          "CHAIN_RPC_URLS",
          `the hot wallet's balance cannot be read. ${error.message}.`,
        )
      : error;
  });
}

async function noncesOf(endpoints: Endpoints, address: Address) {
  const said = await endpoints.askEnough(async (call) => ({
    final: await call("eth_getTransactionCount", [address, "finalized"], quantity),
    latest: await call("eth_getTransactionCount", [address, "latest"], quantity),
    waiting: await call("eth_getTransactionCount", [address, "pending"], quantity),
  }));
  const counts = said.flatMap(({ value }) => [value.final, value.latest, value.waiting]);
  return {
    final: endpoints.reachedIn(said.map(({ endpoint, value }) => ({ endpoint, value: value.final }))),
    highest: counts.reduce((highest, count) => (count > highest ? count : highest)),
  };
}

async function send(endpoints: Endpoints, signed: Hex): Promise<Sending> {
  const hash = keccak256(signed);
  const { answers, problems } = await endpoints.ask(async (call) => {
    try {
      const said = await call("eth_sendRawTransaction", [signed], sentHash);
      if (said !== hash) throw new NoAnswer("it took something else than what was sent");
    } catch (error) {
      // Servers say in many ways that they have it already, so they are asked for it instead.
      if (!(error instanceof NoAnswer) || error.refusal === undefined) throw error;
      const known = await call("eth_getTransactionByHash", [hash], transaction.nullable());
      if (known?.hash !== hash) throw error;
    }
  });
  return {
    taken: answers.length,
    refusals: problems.map(({ endpoint, message }) => ({ endpoint, message })),
  };
}

async function balancesAt(
  endpoints: Endpoints,
  { contract, address, blockNumber }: { contract: Address; address: Address; blockNumber: bigint },
) {
  const at = quantityText(blockNumber);
  const { coin, gasWei } = await endpoints.agreed(async (call) => ({
    coin: await call("eth_call", [{ to: contract, data: balanceData(address) }, at], bytes),
    gasWei: await call("eth_getBalance", [address, at], quantity),
  }));
  if (coin.length !== 66) throw new ChainProblem("the coin's contract does not say a balance");
  return { coinUnits: BigInt(coin), gasWei, blockNumber };
}

function isContract(endpoints: Endpoints, address: Address): Promise<boolean> {
  return endpoints.agreed(async (call) => (await call("eth_getCode", [address, "latest"], bytes)) !== "0x");
}
