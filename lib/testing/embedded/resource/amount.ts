import { isJsonObject, type JsonValue } from '../../../api/index.ts';
import { canonicalQuantity, quantityBillionths, scalarText } from '../../../schema/index.ts';

/** An amount of a resource. */
export interface Amount {
  readonly billionths: bigint;
  /** True if it is printed in powers of 1024. */
  readonly isBinary: boolean;
}

/** Resource, such as `cpu` → its amount. */
export type Amounts = Readonly<Record<string, Amount>>;

/** No amount. */
export const zeroAmount: Amount = { billionths: 0n, isBinary: false };

/** Returns a written quantity as an amount; zero for other texts. */
export function amountOf(text: string): Amount {
  return { billionths: quantityBillionths(text) ?? 0n, isBinary: text.endsWith('i') };
}

/** Returns an amount as the API server prints it. */
export function amountText({ billionths, isBinary }: Amount): string {
  const kibibyte = 1024n * 1_000_000_000n;
  const text = isBinary && billionths % kibibyte === 0n ? `${billionths / kibibyte}Ki` : `${billionths}n`;
  return canonicalQuantity(text) ?? text;
}

/** Returns the amounts of a map of quantities, such as the requests of a container. */
export function amountsOf(value: JsonValue | undefined): Amounts {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, quantity]) => [name, amountOf(scalarText(quantity))]));
}

/** Returns the sum of two amounts, printed as the first one that isn't zero. */
export function amountSum(one: Amount, other: Amount): Amount {
  const { isBinary } = one.billionths === 0n ? other : one;
  return { billionths: one.billionths + other.billionths, isBinary };
}

/** Returns the difference of two amounts. */
export function amountDifference(one: Amount, other: Amount): Amount {
  return { ...one, billionths: one.billionths - other.billionths };
}

/** Returns the sums of the resources that any of the lists has. */
export function totalOf(lists: readonly Amounts[]): Amounts {
  return merged(lists, amountSum);
}

/** Returns the largest amounts of the resources that any of the lists has. */
export function maximumOf(lists: readonly Amounts[]): Amounts {
  return merged(lists, (one, other) => (other.billionths > one.billionths ? other : one));
}

function merged(lists: readonly Amounts[], merge: (one: Amount, other: Amount) => Amount): Amounts {
  const result = new Map<string, Amount>();
  for (const list of lists) {
    for (const [name, amount] of Object.entries(list)) {
      const present = result.get(name);
      result.set(name, present === undefined ? amount : merge(present, amount));
    }
  }
  return Object.fromEntries(result);
}
