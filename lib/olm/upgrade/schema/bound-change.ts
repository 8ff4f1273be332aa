import { ownField } from '../../../schema/index.ts';
import type { OpenApiSchema } from '../../../schema/structural/index.ts';
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
  readonly of: (schema: OpenApiSchema) => Limit;
}

const bounds: readonly Bound[] = [
  { keyword: 'minimum', side: 'least', of: (schema) => numericLimit(schema, 'least') },
  { keyword: 'maximum', side: 'most', of: (schema) => numericLimit(schema, 'most') },
  ...(['Length', 'Items', 'Properties'] as const).flatMap((counted): Bound[] => [
    {
      keyword: `min${counted}`,
      side: 'least',
      of: (schema) => ({ value: schema[`min${counted}`] ?? 0, isExclusive: false }),
    },
    {
      keyword: `max${counted}`,
      side: 'most',
      of: (schema) => ({ value: schema[`max${counted}`] ?? Infinity, isExclusive: false }),
    },
  ]),
];

/** Reports narrower limits: of numbers, lengths, and counts. */
export function* boundChanges(pair: SchemaPair): Generator<UpgradeFinding> {
  for (const { keyword, side, of } of bounds) {
    const before = schemaDemands(pair.before)
      .map(of)
      .reduce((one, other) => (isLimitTighter(other, one, side) ? other : one));
    const after = of(pair.after);
    if (!isLimitTighter(after, before, side)) continue;
    yield pair.changed({
      severity: 'breaking',
      rule: 'bound-tightened',
      at: [keyword],
      what: `${keyword} ${formatLimit(before)} → ${formatLimit(after)}`,
    });
  }
  const [before, after] = both(pair, ({ multipleOf }) => multipleOf);
  const known = schemaDemands(pair.before).map(({ multipleOf }) => multipleOf);
  if (after === undefined || known.some((each) => each !== undefined && Number.isInteger(each / after))) return;
  yield pair.changed({
    severity: 'breaking',
    rule: 'bound-tightened',
    at: ['multipleOf'],
    what: `multipleOf ${shownValue(before)} → ${after}`,
  });
}

/** The bounds of an integer by its format, which limits it as a minimum and maximum do. */
const widths: Readonly<Record<string, number>> = { int32: 2 ** 31, int64: 2 ** 63 };

function numericLimit(schema: OpenApiSchema, side: Bound['side']): Limit {
  const sign = side === 'most' ? 1 : -1;
  const given = (side === 'most' ? schema.maximum : schema.minimum) ?? sign * Infinity;
  const isExclusive = (side === 'most' ? schema.exclusiveMaximum : schema.exclusiveMinimum) === true;
  if (schema.type !== 'integer') return { value: given, isExclusive };
  const most = isExclusive ? Math.ceil(sign * given) - 1 : Math.floor(sign * given);
  const width = ownField(widths, schema.format ?? '') ?? Infinity;
  return { value: sign * Math.min(most, side === 'most' ? width - 1 : width), isExclusive: false };
}

function isLimitTighter(one: Limit, other: Limit, side: Bound['side']): boolean {
  if (one.value === other.value) return one.isExclusive && !other.isExclusive;
  return side === 'least' ? one.value > other.value : one.value < other.value;
}

function formatLimit({ value, isExclusive }: Limit): string {
  if (!Number.isFinite(value)) return 'none';
  return isExclusive ? `${value} (exclusive)` : String(value);
}
