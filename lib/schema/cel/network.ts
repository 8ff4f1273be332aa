import { Address } from './address.ts';
import { EvaluationError } from './evaluation-error.ts';

/** A network: an address and how many of its leading bits count. */
export class IpNetwork {
  readonly address: Address;
  readonly length: number;

  constructor(address: Address, length: number) {
    this.address = address;
    this.length = length;
  }

  /** The network that a text writes; undefined for others. */
  static from(text: string): IpNetwork | undefined {
    const [, start = '', length = ''] = /^([^/]+)\/(0|[1-9][0-9]{0,2})$/.exec(text) ?? [];
    const address = Address.from(start);
    return address === undefined || Number(length) > address.width ? undefined : new IpNetwork(address, Number(length));
  }

  /** The network that a text writes. @throws EvaluationError where {@link IpNetwork.from} finds none. */
  static parse(text: string): IpNetwork {
    const network = IpNetwork.from(text);
    if (network === undefined) {
      throw new EvaluationError(`network address parse error during conversion from string: "${text}"`);
    }
    return network;
  }

  /** Whether an address is of the network. */
  contains(address: Address): boolean {
    if (address.family !== this.address.family) return false;
    return address.masked(this.length).bits === this.address.masked(this.length).bits;
  }

  /** The network with nothing but zeros behind its leading bits. */
  masked(): IpNetwork {
    return new IpNetwork(this.address.masked(this.length), this.length);
  }

  /** The canonical form of the address, and the length. */
  toString(): string {
    return `${this.address.toString()}/${this.length}`;
  }
}
