import { goQuote } from "../../util/go-quote.js";
import { maskedAddress, parseAddress, parsePrefix, type Address, type Prefix } from "../../net/address.js";
import { encodeByteString } from "../../net/byte-string.js";
import { formatIP, isMapped } from "../../names/ip-address.js";
import { noSuchOverload } from "../values/equality.js";
import { EvaluationError, OpaqueValue, type Result } from "../values/value.js";
import { opaque } from "../types/type.js";
import { parsedBy } from "../values/attempt.js";
import type { Functions } from "./declaration.js";

class IPValue extends OpaqueValue {
  readonly type = ipType;
  readonly address: Address;

  constructor(address: Address) {
    super();
    this.address = address;
  }

  override get size(): number {
    return this.address.bytes.length;
  }

  override toString(): string {
    return formatIP(this.address.bytes);
  }
}

class CIDRValue extends OpaqueValue {
  readonly type = cidrType;
  readonly prefix: Prefix;

  constructor(prefix: Prefix) {
    super();
    this.prefix = prefix;
  }

  override get size(): number {
    return Math.ceil(this.prefix.bits / 8);
  }

  override toString(): string {
    return `${formatIP(this.prefix.address.bytes)}/${String(this.prefix.bits)}`;
  }
}

/** The types of addresses and networks. */
export const ipType = opaque("net.IP");
export const cidrType = opaque("net.CIDR");

const isLinkLocalUnicast = isIn("169.254.0.0/16", "fe80::/10");
const isLoopback = isIn("127.0.0.0/8", "::1/128");
const isMulticast = isIn("224.0.0.0/4", "ff00::/8");
const isUnspecified = isIn("0.0.0.0/32", "::/128");

/** The functions of IP addresses. */
export const ipFunctions: Functions = {
  "ip_family = (net.IP).family(): int": ({ address }: IPValue) => (address.bytes.length === 4 ? 4n : 6n),
  "string_to_ip = ip(string): net.IP": ipOf,
  "ip_is_canonical = ip.isCanonical(string): bool": (text: string) => {
    const value = ipOf(text);
    return value instanceof IPValue ? value.toString() === text : value;
  },
  "ip_is_global_unicast = (net.IP).isGlobalUnicast(): bool": isGlobalUnicast,
  "is_ip = isIP(string): bool": (text: string) => ipOf(text) instanceof IPValue,
  "ip_is_link_local_multicast = (net.IP).isLinkLocalMulticast(): bool": isLinkLocalMulticast,
  "ip_is_link_local_unicast = (net.IP).isLinkLocalUnicast(): bool": isLinkLocalUnicast,
  "ip_is_loopback = (net.IP).isLoopback(): bool": isLoopback,
  "ip_is_unspecified = (net.IP).isUnspecified(): bool": isUnspecified,
  "ip_to_string = string(net.IP): string": String,
};

/** The functions of networks: addresses with the length of a prefix. */
export const cidrFunctions: Functions = {
  "string_to_cidr = cidr(string): net.CIDR": cidrOf,
  "cidr_contains_cidr_string = (net.CIDR).containsCIDR(string): bool": (network: CIDRValue, text: string) => {
    const inner = cidrOf(text);
    return inner instanceof CIDRValue ? containsCIDR(network, inner) : inner;
  },
  "cidr_contains_cidr = (net.CIDR).containsCIDR(net.CIDR): bool": containsCIDR,
  // As in Go, the error does not contain the problem of the address.
  "cidr_contains_ip_string = (net.CIDR).containsIP(string): bool": (network: CIDRValue, text: string) => {
    const address = ipOf(text);
    return address instanceof IPValue ? containsIP(network, address) : noSuchOverload;
  },
  "cidr_contains_ip_ip = (net.CIDR).containsIP(net.IP): bool": containsIP,
  "cidr_ip = (net.CIDR).ip(): net.IP": ({ prefix }: CIDRValue) => new IPValue(prefix.address),
  "is_cidr = isCIDR(string): bool": (text: string) => cidrOf(text) instanceof CIDRValue,
  "cidr_masked = (net.CIDR).masked(): net.CIDR": ({ prefix: { address, bits } }: CIDRValue) =>
    new CIDRValue({ address: maskedAddress(address, bits), bits }),
  "cidr_prefix_length = (net.CIDR).prefixLength(): int": ({ prefix }: CIDRValue) => BigInt(prefix.bits),
  "cidr_to_string = string(net.CIDR): string": String,
};

function ipOf(text: string): Result {
  return parsedBy(
    (): Result => {
      const address = parseAddress(encodeByteString(text));
      if (address.zone !== "") return new EvaluationError(`IP address ${goQuote(text)} with zone value is not allowed`);
      return isMapped(address.bytes) ? mappedProblem(text) : new IPValue(address);
    },
    `IP Address ${goQuote(text)} parse error during conversion from string: `,
  );
}

const cidrProblem = "network address parse error during conversion from string: ";

function cidrOf(text: string): Result {
  return parsedBy((): Result => {
    const prefix = parsePrefix(encodeByteString(text));
    return isMapped(prefix.address.bytes) ? mappedProblem(text, cidrProblem) : new CIDRValue(prefix);
    // As in Go, the message contains this string twice.
  }, cidrProblem + cidrProblem);
}

function mappedProblem(text: string, context = ""): EvaluationError {
  return new EvaluationError(`${context}IPv4-mapped IPv6 address ${goQuote(text)} is not allowed`);
}

function isIn(...networks: readonly string[]): (value: IPValue) => boolean {
  const own = networks.map((text) => new CIDRValue(parsePrefix(text)));
  return (value) => own.some((network) => containsIP(network, value));
}

function isLinkLocalMulticast({ address: { bytes } }: IPValue): boolean {
  const [first = 0, second = 0, third = 0] = bytes;
  return bytes.length === 4 ? first === 224 && second === 0 && third === 0 : first === 255 && (second & 15) === 2;
}

/**
 * Reports whether an address is a global unicast address. As in Go, private addresses count as
 * global unicast addresses.
 */
function isGlobalUnicast(value: IPValue): boolean {
  const isBroadcast = value.toString() === "255.255.255.255";
  return !isBroadcast && ![isUnspecified, isLoopback, isMulticast, isLinkLocalUnicast].some((test) => test(value));
}

function containsIP({ prefix: { address, bits } }: CIDRValue, { address: other }: IPValue): boolean {
  const masked = maskedAddress(other, bits).bytes;
  return (
    address.bytes.length === other.bytes.length &&
    maskedAddress(address, bits).bytes.every((byte, index) => byte === masked[index])
  );
}

function containsCIDR(network: CIDRValue, { prefix }: CIDRValue): boolean {
  return network.prefix.bits <= prefix.bits && containsIP(network, new IPValue(prefix.address));
}
