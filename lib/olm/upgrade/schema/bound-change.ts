import { ownField } from '../../../schema/index.ts';
import { numberText, type OpenApiSchema, unmeetableKeywords } from '../../../schema/structural/index.ts';
import { both } from '../release-pair.ts';
import { shownValue } from '../shown-value.ts';
import type { UpgradeFinding } from '../upgrade-finding.ts';
import { schemaDemands } from './compared-schema.ts';
import type { SchemaPair } from './schema-pair.ts';

interface Limit {
  /** The limit; infinite if there is none. */
  readonly value: number;
  readonly isExclusive: boolean;
}

/** A limit in a schema: its keyword, and its side. */
interface Bound {
  readonly keyword: string;
  readonly side: 'least' | 'most';
  /** Returns the limit, and further ones that the keyword sets for some of the values. */
  readonly of: (schema: OpenApiSchema) => readonly [Limit, ...Limit[]];
}

const bounds: readonly Bound[] = [
  { keyword: 'minimum', side: 'least', of: (schema) => numericLimits(schema, 'least') },
  { keyword: 'maximum', side: 'most', of: (schema) => numericLimits(schema, 'most') },
  ...(['Length', 'Items', 'Properties'] as const).flatMap((counted): Bound[] => [
    {
      keyword: `min${counted}`,
      side: 'least',
      of: (schema) => [{ value: schema[`min${counted}`] ?? 0, isExclusive: false }],
    },
    {
      keyword: `max${counted}`,
      side: 'most',
      of: (schema) => [{ value: schema[`max${counted}`] ?? Infinity, isExclusive: false }],
    },
  ]),
];

/** Reports narrower limits: of numbers, lengths, and counts. */
export function* boundChanges(pair: SchemaPair): Generator<UpgradeFinding> {
  for (const { keyword, side, of } of bounds) {
    const demands = schemaDemands(pair.before).map(of);
    const changes = of(pair.after).map((after, index) => {
      const before = demands.flatMap((limits) => limits[index] ?? []);
      return { after, before: before.reduce((one, other) => (isLimitTighter(other, one, side) ? other : one)) };
    });
    const [shown] = changes;
    if (shown === undefined || !changes.some(({ after, before }) => isLimitTighter(after, before, side))) continue;
    yield pair.changed({
      severity: 'breaking',
      rule: 'bound-tightened',
      at: [keyword],
      what: `${keyword} ${formatLimit(shown.before, side)} → ${formatLimit(shown.after, side)}`,
    });
  }
  const [before, after] = both(pair, ({ multipleOf }) => multipleOf);
  const known = schemaDemands(pair.before).map(({ multipleOf }) => multipleOf);
  if (after === undefined || known.some((each) => each !== undefined && isMultiple(each, after))) return;
  yield pair.changed({
    severity: 'breaking',
    rule: 'bound-tightened',
    at: ['multipleOf'],
    what: `multipleOf ${shownValue(before)} → ${after}`,
  });
}

/** Returns true if all multiples of a number are multiples of `part`. API servers refuse whole ones of a fraction. */
function isMultiple(number: number, part: number): boolean {
  return number === part || (Number.isInteger(part) && Number.isInteger(number / part));
}

/** The bounds of an integer by its format, which limits it as a minimum and maximum do. */
const widths: Readonly<Record<string, number>> = { int32: 2 ** 31, int64: 2 ** 63 };

/** Returns the limit of all numbers, and that of whole numbers, which API servers compare with the part before the point. */
function numericLimits(schema: OpenApiSchema, side: Bound['side']): readonly [Limit, Limit] {
  const sign = side === 'most' ? 1 : -1;
  const given = (side === 'most' ? schema.maximum : schema.minimum) ?? sign * Infinity;
  const isExclusive = (side === 'most' ? schema.exclusiveMaximum : schema.exclusiveMinimum) === true;
  if (schema.type !== 'integer')
    return [
      { value: given, isExclusive },
      { value: Math.trunc(given), isExclusive },
    ];
  const most = isExclusive ? Math.ceil(sign * given) - 1 : Math.floor(sign * given);
  const width = ownField(widths, schema.format ?? '') ?? Infinity;
  const isUnmeetable = unmeetableKeywords(schema).includes(side === 'most' ? 'maximum' : 'minimum');
  const value = isUnmeetable ? -sign * Infinity : sign * Math.min(most, side === 'most' ? width - 1 : width);
  return [
    { value, isExclusive: false },
    { value, isExclusive: false },
  ];
}

function isLimitTighter(one: Limit, other: Limit, side: Bound['side']): boolean {
  if (one.value === other.value) return one.isExclusive && !other.isExclusive;
  return side === 'least' ? one.value > other.value : one.value < other.value;
}

function formatLimit({ value, isExclusive }: Limit, side: Bound['side']): string {
  if (value === (side === 'most' ? -Infinity : Infinity)) return 'one that no number meets';
  if (!Number.isFinite(value)) return 'none';
  const text = numberText(value) ?? `about ${value}`;
  return isExclusive ? `${text} (exclusive)` : text;
}
