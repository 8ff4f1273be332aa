const form = /^([+-]?)(\d*)(?:\.(\d*))?(|[numkMGTPE]|[KMGTPE]i|[eE][+-]?\d+)$/;

/** Decimal suffix → power of ten. */
const decimalPowers = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]);

const decimalSuffixes = new Map([...decimalPowers].map(([suffix, power]) => [power, suffix]));

/** Binary suffixes by power of 1024. */
const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/** The smallest power of ten that is kept. */
const finest = -9;

/** Of the binary family; the server lowers what is larger. */
const largest = 2n ** 63n - 1n;

/**
 * The text under which the API server stores a quantity: `0.5` → `500m`, `1024Mi` → `1Gi`, `1e3` → `1e3`.
 *
 * Family and value are kept, the suffix is the largest that leaves a whole number. What is finer than a billionth
 * is rounded away from zero; requests, limits and quotas are even rounded to thousandths, which isn't done here.
 *
 * @returns undefined if the text isn't a quantity, or is one that the server caps.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export function canonicalQuantity(text: string): string | undefined {
  const [, sign, whole = '', fraction = '', suffix = ''] = form.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return undefined;
  const digits = BigInt(whole + fraction);
  if (digits === 0n) return '0';
  const minus = sign === '-' ? '-' : '';

  const binaryPower = binarySuffixes.indexOf(suffix);
  if (binaryPower > 0) {
    const scaled = digits * 1024n ** BigInt(binaryPower);
    const unit = 10n ** BigInt(fraction.length);
    if (scaled > largest * unit) return undefined;
    const amount = scaled % unit === 0n ? binary(scaled / unit) : undefined;
    return signed(minus, amount ?? decimal(scaled, -fraction.length, si));
  }
  const power = decimalPowers.get(suffix);
  return power === undefined
    ? signed(minus, decimal(digits, Number(suffix.slice(1)) - fraction.length, exponential))
    : signed(minus, decimal(digits, power - fraction.length, si));
}

function signed(minus: string, amount: string | undefined): string | undefined {
  return amount === undefined ? undefined : minus + amount;
}

/** Undefined if no binary suffix fits. */
function binary(value: bigint): string | undefined {
  let power = 0;
  while (value % 1024n === 0n) {
    value /= 1024n;
    power += 1;
  }
  return power === 0 ? undefined : `${value}${binarySuffixes[power]}`;
}

function decimal(value: bigint, power: number, suffixOf: (power: number) => string | undefined): string | undefined {
  if (power < finest) {
    const lost = 10n ** BigInt(Math.min(finest - power, value.toString().length));
    value = (value + lost - 1n) / lost;
    power = finest;
  }
  while (value % 10n === 0n) {
    value /= 10n;
    power += 1;
  }
  while (power % 3 !== 0) {
    value *= 10n;
    power -= 1;
  }
  const suffix = suffixOf(power);
  return suffix === undefined ? undefined : `${value}${suffix}`;
}

function si(power: number): string | undefined {
  return decimalSuffixes.get(power);
}

function exponential(power: number): string {
  return power === 0 ? '' : `e${power}`;
}

/**
 * A quantity as a count of billionths, to be compared with others; what is finer is rounded away from zero.
 *
 * @returns undefined if the text isn't a quantity.
 */
export function quantityValue(text: string): bigint | undefined {
  const [, sign, whole = '', fraction = '', suffix = ''] = form.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return undefined;
  const digits = BigInt(whole + fraction);
  const binaryPower = Math.max(binarySuffixes.indexOf(suffix), 0);
  const decimalPower = binaryPower > 0 ? 0 : (decimalPowers.get(suffix) ?? Number(suffix.slice(1)));
  const power = decimalPower - finest - fraction.length;
  const scaled = digits * 1024n ** BigInt(binaryPower) * 10n ** BigInt(Math.max(power, 0));
  const unit = 10n ** BigInt(Math.max(-power, 0));
  const value = (scaled + unit - 1n) / unit;
  return sign === '-' ? -value : value;
}
