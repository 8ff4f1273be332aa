import { EvaluationError } from '../expression-error.ts';
import { Address } from './address.ts';

/** A network: an address, and the number of its leading bits that count. */
export class IpNetwork {
  readonly address: Address;
  readonly length: number;

  constructor(address: Address, length: number) {
    this.address = address;
    this.length = length;
  }

  /** Parses a network; undefined for other texts. */
  static from(text: string): IpNetwork | undefined {
    const [, start = '', length = ''] = /^([^/]+)\/(0|[1-9][0-9]{0,2})$/.exec(text) ?? [];
    const address = Address.from(start);
    return address === undefined || Number(length) > address.width ? undefined : new IpNetwork(address, Number(length));
  }

  /** Parses a network. @throws EvaluationError if {@link IpNetwork.from} returns undefined. */
  static parse(text: string): IpNetwork {
    const network = IpNetwork.from(text);
    if (network === undefined) {
      throw new EvaluationError(`network address parse error during conversion from string: "${text}"`);
    }
    return network;
  }

  /** Returns true if an address belongs to the network. */
  contains(address: Address): boolean {
    if (address.family !== this.address.family) return false;
    return address.masked(this.length).bits === this.address.masked(this.length).bits;
  }

  /** Returns the network with only its leading bits; the rest of the address is zero. */
  masked(): IpNetwork {
    return new IpNetwork(this.address.masked(this.length), this.length);
  }

  /** The canonical form of the address, and the length. */
  toString(): string {
    return `${this.address.toString()}/${this.length}`;
  }
}
