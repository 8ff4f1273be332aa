import type { JsonSchemaProps } from '../open-api-schema.ts';
import type { TypeDefinition } from '../zod-definition.ts';
import type { Visit } from './visit.ts';

type Explanation = readonly [message: string, remedy: string];

const transformation: Explanation = [
  "the API server can't transform values",
  'write the type as it is stored, and transform it in the operator',
];

const nothing: Explanation = ['JSON has no undefined', 'write the type of a present value, with .optional()'];

/** The kinds of types that Kubernetes' schemas can't express: the reason, and the remedy. */
const explanations = {
  bigint: ['JSON has no bigint', 'write z.int()'],
  catch: ['.catch(…) accepts values that the API server would refuse', 'write .default(…) or .optional()'],
  custom: ["the API server can't run code", 'write the type of the data, and rule(…) for its conditions'],
  date: ['JSON has no Date', 'write z.iso.datetime()'],
  file: ['JSON has no file', 'write z.base64()'],
  function: ['JSON has no function', 'leave it out'],
  intersection: ['an intersection has no structural form', 'write one z.object, made with .extend(…)'],
  map: ['JSON has no Map', 'write z.record(z.string(), …)'],
  nan: ['JSON has no NaN', 'leave it out'],
  never: ['z.never() accepts no value', 'leave it out'],
  null: ['the type accepts null only', 'leave it out, or write its other type with .nullable()'],
  pipe: transformation,
  promise: ['JSON has no Promise', 'write the type that it resolves to'],
  set: ['JSON has no Set', 'write listSet(…)'],
  success: transformation,
  symbol: ['JSON has no symbol', 'write z.enum([…])'],
  transform: transformation,
  tuple: [
    'all items of a list must have one type, and a tuple has one for each item',
    'write z.object({ … }) with a name for each position',
  ],
  undefined: nothing,
  void: nothing,
} satisfies Partial<Record<TypeDefinition['type'], Explanation>>;

/** Refuses a kind of types that Kubernetes' schemas can't express. */
export function refuseUnsupportedType(type: keyof typeof explanations, visit: Visit): JsonSchemaProps {
  const [message, remedy] = explanations[type];
  return visit.refuse(message, remedy);
}
