import type { Library } from '../overload.ts';
import { Address } from '../value/address.ts';
import { IpNetwork } from '../value/ip-network.ts';

type Test = (address: Address) => boolean;

const isUnspecified: Test = ({ bits }) => bits === 0n;
const isLoopback: Test = ({ family, bits }) => (family === 4 ? bits >> 24n === 127n : bits === 1n);
const isMulticast: Test = ({ family, bits }) => (family === 4 ? bits >> 28n === 0xen : bits >> 120n === 0xffn);
const isLinkLocalMulticast: Test = ({ family, bits }) =>
  family === 4 ? bits >> 8n === 0xe00000n : (bits >> 112n) % 2n ** 4n === 2n && bits >> 120n === 0xffn;
const isLinkLocalUnicast: Test = ({ family, bits }) =>
  family === 4 ? bits >> 16n === 0xa9fen : bits >> 118n === 0x3fan;
const isGlobalUnicast: Test = (address) =>
  !(address.family === 4 && address.bits === 0xffffffffn) &&
  ![isUnspecified, isLoopback, isMulticast, isLinkLocalUnicast].some((test) => test(address));

/** Addresses and networks. @see https://kubernetes.io/docs/reference/using-api/cel/#kubernetes-ip-address-library */
export const networks: Library = {
  'ip(string): ip': Address.parse,
  'isIP(string): bool': (text: string) => Address.from(text) !== undefined,
  'ip:isCanonical(string): bool': (text: string) => Address.parse(text).toString() === text,
  'ip.family(): int': ({ family }: Address) => BigInt(family),
  'ip.isUnspecified(): bool': isUnspecified,
  'ip.isLoopback(): bool': isLoopback,
  'ip.isLinkLocalMulticast(): bool': isLinkLocalMulticast,
  'ip.isLinkLocalUnicast(): bool': isLinkLocalUnicast,
  'ip.isGlobalUnicast(): bool': isGlobalUnicast,
  'cidr(string): cidr': IpNetwork.parse,
  'isCIDR(string): bool': (text: string) => IpNetwork.from(text) !== undefined,
  'cidr.containsIP(ip): bool': (network: IpNetwork, address: Address) => network.contains(address),
  'cidr.containsIP(string): bool': (network: IpNetwork, text: string) => network.contains(Address.parse(text)),
  'cidr.containsCIDR(cidr): bool': containsNetwork,
  'cidr.containsCIDR(string): bool': (network: IpNetwork, text: string) =>
    containsNetwork(network, IpNetwork.parse(text)),
  'cidr.ip(): ip': ({ address }: IpNetwork) => address,
  'cidr.prefixLength(): int': ({ length }: IpNetwork) => BigInt(length),
  'cidr.masked(): cidr': (network: IpNetwork) => network.masked(),
};

function containsNetwork(network: IpNetwork, other: IpNetwork): boolean {
  return network.length <= other.length && network.contains(other.address);
}
