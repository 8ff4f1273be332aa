import type { TypeDefinition } from '../definition.ts';

type Expressible =
  | 'any'
  | 'array'
  | 'boolean'
  | 'default'
  | 'enum'
  | 'lazy'
  | 'literal'
  | 'nonoptional'
  | 'nullable'
  | 'number'
  | 'object'
  | 'optional'
  | 'prefault'
  | 'readonly'
  | 'record'
  | 'string'
  | 'template_literal'
  | 'union'
  | 'unknown';

type Explanation = readonly [message: string, remedy: string];

const transformation: Explanation = [
  "the API server can't transform values",
  'write the type as it is stored, and transform it in the operator',
];

const nothing: Explanation = [
  'undefined is no JSON value',
  'write the type that the value has if there is one, with .optional()',
];

/** The kinds of types of which no schema of Kubernetes can speak: why, and what to write instead. */
export const inexpressible: Readonly<Record<Exclude<TypeDefinition['type'], Expressible>, Explanation>> = {
  bigint: ['a bigint is no JSON value', 'write z.int()'],
  catch: ['.catch(…) accepts values that the API server would refuse', 'write .default(…) or .optional()'],
  custom: ["the API server can't run code", 'write the type of the data, and rule(…) for what must hold of it'],
  date: ['a Date is no JSON value', 'write z.iso.datetime()'],
  file: ['a file is no JSON value', 'write z.base64()'],
  function: ['a function is no JSON value', 'leave it out'],
  intersection: ['an intersection has no structural form', 'write one z.object, made with .extend(…)'],
  map: ['a Map is no JSON value', 'write z.record(z.string(), …)'],
  nan: ['NaN is no JSON value', 'leave it out'],
  never: ['no value is valid here', 'leave it out'],
  null: ['a value that can only be null says nothing', 'leave it out, or write its other type with .nullable()'],
  pipe: transformation,
  promise: ['a Promise is no JSON value', 'write the type that it resolves to'],
  set: ['a Set is no JSON value', 'write listSet(…)'],
  success: transformation,
  symbol: ['a symbol is no JSON value', 'write z.enum([…])'],
  transform: transformation,
  tuple: ['all items of a list have one type', 'write z.object({ … }) with a name for each position'],
  undefined: nothing,
  void: nothing,
};
