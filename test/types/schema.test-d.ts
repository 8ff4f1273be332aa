// Checked by the compiler alone: Kubernetes' annotations keep the types of values, and unsupported schemas don't
// compile.

import { z } from 'zod';
import {
  atomic,
  type embeddedResource,
  immutable,
  intOrString,
  type JsonSchemaProps,
  listMap,
  listSet,
  mapSize,
  parse,
  preserveUnknownFields,
  quantity,
  type Rule,
  rule,
} from '../../lib/schema/index.ts';

type Equal<One, Other> =
  (<Type>() => Type extends One ? 1 : 2) extends <Type>() => Type extends Other ? 1 : 2 ? true : false;

function expectType<Expected>() {
  return { of: <Actual>(..._same: Equal<Expected, Actual> extends true ? [] : ['the types differ']) => undefined };
}

const port = z.object({
  name: z.string(),
  port: z.int32(),
  protocol: z.enum(['TCP', 'UDP']).default('TCP'),
  host: z.string().optional(),
  nested: z.object({ a: z.string() }),
  note: z.string().nullable(),
});

// Annotations keep input and output types.
const spec = z.object({
  size: immutable(z.int32().default(3)),
  storage: quantity({ min: '1Gi' }),
  limit: quantity().optional(),
  target: intOrString(),
  ports: listMap(port, ['name', 'protocol']).default([]),
  tags: listSet(z.string()).optional(),
  labels: mapSize(z.record(z.string(), z.string()), { max: 9 }),
  pair: atomic(z.object({ a: z.string() })),
  tree: preserveUnknownFields(z.tuple([z.string(), z.int()])),
  range: rule(z.object({ min: z.int(), max: z.int().optional() }), 'self.min <= self.max', 'no'),
});

expectType<{
  size?: number | undefined;
  storage: string | number;
  limit?: string | number | undefined;
  target: string | number;
  ports?: z.input<typeof port>[] | undefined;
  tags?: string[] | undefined;
  labels: Record<string, string>;
  pair: { a: string };
  tree: [string, number];
  range: { min: number; max?: number | undefined };
}>().of<z.input<typeof spec>>();

expectType<{
  size: number;
  storage: string | number;
  limit?: string | number | undefined;
  target: string | number;
  ports: z.output<typeof port>[];
  tags?: string[] | undefined;
  labels: Record<string, string>;
  pair: { a: string };
  tree: [string, number];
  range: { min: number; max?: number | undefined };
}>().of<z.output<typeof spec>>();

expectType<string>().of<z.output<ReturnType<typeof embeddedResource>>['kind']>();

// Annotated types keep their methods.
rule(z.string(), 'true', 'never').min(1);
immutable(z.object({ a: z.string() })).extend({ b: z.string() });
listMap(port, ['name']).max(3);

// Keys of a list are scalars that are always present.
listMap(port, ['port', 'protocol']);
// @ts-expect-error no such field
listMap(port, ['id']);
// @ts-expect-error may be missing
listMap(port, ['host']);
// @ts-expect-error is an object
listMap(port, ['nested']);
// @ts-expect-error may be null
listMap(port, ['note']);
// @ts-expect-error at least one key
listMap(port, []);
// @ts-expect-error items are objects
listMap(z.string(), ['length']);

// @ts-expect-error a scalar is a unit anyway
atomic(z.string());
// @ts-expect-error only maps have a size
mapSize(z.object({ a: z.string() }), { max: 1 });
// @ts-expect-error a rule has a message
rule(z.string(), 'true');
// @ts-expect-error reasons are known
rule(z.string(), 'true', { message: 'never', reason: 'Invalid' });
// @ts-expect-error bounds are quantities
quantity({ min: true });

// A parsed value is of the output type, or there are findings.
const parsed = parse(spec, {});
if ('value' in parsed) expectType<z.output<typeof spec>>().of<typeof parsed.value>();
else expectType<string | undefined>().of<(typeof parsed.findings)[number]['message'] | undefined>();
// @ts-expect-error not before it is known that there are no findings
parsed.value;

const words: Rule = { rule: 'true', message: 'never', optionalOldSelf: true };
const schema: JsonSchemaProps = { type: 'object', 'x-kubernetes-validations': [words] };
// @ts-expect-error schemas don't change
schema.type = 'string';
// @ts-expect-error no schema may have such a key
const other: JsonSchemaProps = { $ref: '#' };
expectType<JsonSchemaProps>().of<typeof other>();
