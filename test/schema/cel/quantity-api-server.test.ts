// Random amounts, compared here and in a real API server.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { QuantityValue } from '../../../lib/schema/cel/value/quantity-value.ts';
import type { JsonSchemaProps } from '../../../lib/schema/index.ts';
import { objectSchema, RuleServer } from './rule-server.ts';

const digits = fc.stringMatching(/^[0-9]{1,20}$/);
const number = fc.oneof(
  digits,
  fc.tuple(digits, digits).map(([whole, part]) => `${whole}.${part}`.slice(0, 22)),
  fc.constant('0'),
);
const suffix = fc.constantFrom(
  '',
  'n',
  'u',
  'm',
  'k',
  'M',
  'G',
  'T',
  'P',
  'E',
  'Ki',
  'Mi',
  'Gi',
  'Ti',
  'Pi',
  'Ei',
  'e3',
  'E-2',
  'e+12',
);
const amount = fc.tuple(fc.constantFrom('', '', '-', '+'), number, suffix).map((parts) => parts.join(''));
/** Pairs that are likely to be near each other, or the same in another notation. */
const pair = fc.oneof(
  fc.tuple(amount, amount),
  amount.map((text) => [text, text.replace(/^\+?/, '0').replace(/^0-/, '-0')] as [string, string]),
  fc
    .tuple(fc.bigInt({ min: 1n, max: 2n ** 60n }), fc.constantFrom(0n, 1n))
    .map(([value, more]): [string, string] => [`${value}k`, `${value * 1000n + more}`]),
);

const text: JsonSchemaProps = { type: 'string', maxLength: 48 };
const count = 100;
const schema = objectSchema({
  type: 'object',
  properties: {
    pairs: {
      type: 'array',
      maxItems: count,
      items: {
        type: 'object',
        properties: {
          a: text,
          b: text,
          order: { type: 'integer' },
          isInteger: { type: 'boolean' },
          sum: { type: 'integer' },
        },
        'x-kubernetes-validations': [
          { rule: 'quantity(self.a).compareTo(quantity(self.b)) == self.order', message: 'order' },
          { rule: 'quantity(self.a).isInteger() == self.isInteger', message: 'isInteger' },
          { rule: 'quantity(self.a).add(quantity(self.b)).compareTo(quantity("1G")) == self.sum', message: 'sum' },
        ],
      },
    },
  },
});

describe('amounts', { timeout: 600_000 }, () => {
  it('quantities are compared, added and recognized as integers as in the API server', async () => {
    const server = await RuleServer.start();
    try {
      const kind = await server.install(schema);
      const limit = QuantityValue.parse('1G');
      for (const seed of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
        const pairs = fc.sample(pair, { numRuns: count, seed }).map(([a, b]) => {
          const [one, other] = [QuantityValue.parse(a), QuantityValue.parse(b)];
          return {
            a,
            b,
            order: one.compare(other),
            isInteger: one.integer() !== undefined,
            sum: one.plus(other).compare(limit),
          };
        });
        const complaints = await server.complaints(kind, { spec: { pairs } });
        const wrong = complaints.map(([path, message]) => [message, pairs[Number(/\d+/.exec(path)?.[0])] ?? path]);
        assert.deepEqual(wrong, []);
      }
    } finally {
      await server.stop();
    }
  });
});
