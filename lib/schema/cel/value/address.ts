import { EvaluationError } from '../expression-error.ts';

/** An IP address, with its bits as one number. */
export class Address {
  readonly family: 4 | 6;
  readonly bits: bigint;

  constructor(family: 4 | 6, bits: bigint) {
    this.family = family;
    this.bits = bits;
  }

  /** Parses an address; undefined for other texts, for addresses with a zone, and for IPv4-mapped IPv6 addresses. */
  static from(text: string): Address | undefined {
    if (!text.includes(':')) {
      const bits = ipv4Bits(text);
      return bits === undefined ? undefined : new Address(4, bits);
    }
    const bits = ipv6Bits(text);
    return bits === undefined || bits >> 32n === 0xffffn ? undefined : new Address(6, bits);
  }

  /** Parses an address. @throws EvaluationError if {@link Address.from} returns undefined. */
  static parse(text: string): Address {
    const address = Address.from(text);
    if (address === undefined)
      throw new EvaluationError(`IP Address "${text}" parse error during conversion from string`);
    return address;
  }

  /** The canonical form. @see https://www.rfc-editor.org/rfc/rfc5952 */
  toString(): string {
    if (this.family === 4) return [24n, 16n, 8n, 0n].map((shift) => (this.bits >> shift) & 0xffn).join('.');
    const words = Array.from({ length: 8 }, (_, index) => (this.bits >> BigInt(112 - 16 * index)) & 0xffffn);
    const text = words.map((word) => word.toString(16)).join(':');
    const runs = text.match(/(?<![0-9a-f])0(:0)+(?![0-9a-f])/g) ?? [];
    const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
    if (longest === '') return text;
    const [before, after] = addressHalves(text, longest);
    return `${before.replace(/:$/, '')}::${after.replace(/^:/, '')}`;
  }

  /** Number of bits. */
  get width(): 32 | 128 {
    return this.family === 4 ? 32 : 128;
  }

  /** Returns the address with only its first `length` bits; the rest is zero. */
  masked(length: number): Address {
    const behind = BigInt(this.width - length);
    return new Address(this.family, (this.bits >> behind) << behind);
  }
}

function ipv4Bits(text: string): bigint | undefined {
  const parts = text.split('.');
  const isAddress =
    parts.length === 4 && parts.every((part) => /^(0|[1-9][0-9]{0,2})$/.test(part) && Number(part) < 256);
  return isAddress ? parts.reduce((bits, part) => (bits << 8n) | BigInt(part), 0n) : undefined;
}

function ipv6Bits(text: string): bigint | undefined {
  const [, leading = '', last = ''] = /^(.*:)([^:]*)$/.exec(text) ?? [];
  const tail = last.includes('.') ? ipv4Bits(last) : undefined;
  if (last.includes('.') && tail === undefined) return undefined;
  const whole = tail === undefined ? text : `${leading}${(tail >> 16n).toString(16)}:${(tail & 0xffffn).toString(16)}`;
  const halves = whole.split('::');
  if (halves.length > 2) return undefined;
  const [before = [], after = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - before.length - after.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  const words = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  if (!words.every((word) => /^[0-9A-Fa-f]{1,4}$/.test(word))) return undefined;
  return words.reduce((bits, word) => (bits << 16n) | BigInt(`0x${word}`), 0n);
}

function addressHalves(text: string, separator: string): [string, string] {
  const place = text.search(new RegExp(`(?<![0-9a-f])${separator}(?![0-9a-f])`));
  return [text.slice(0, place), text.slice(place + separator.length)];
}
