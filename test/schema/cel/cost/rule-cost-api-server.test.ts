// The estimated costs of rules, compared with those that a real API server says when it refuses them.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { excessiveRuleCosts, formatCostFactor } from '../../../../lib/schema/cel/cost/cost-refusal.ts';
import { costLimits, ruleCosts } from '../../../../lib/schema/cel/cost/rule-cost.ts';
import { fieldPath, itemPath } from '../../../../lib/schema/field-path.ts';
import type { JsonSchemaProps } from '../../../../lib/schema/index.ts';
import { ruleGroups, specSchema } from '../rule-sample.ts';
import { objectSchema, RuleServer } from '../rule-server.ts';

/** The sample's schema with other limits; undefined stands for none. */
function withLimits(schema: JsonSchemaProps, length: number | undefined, count: number | undefined): JsonSchemaProps {
  const { maxLength, maxItems, maxProperties, items, properties, additionalProperties, ...rest } = schema;
  const inner = (each: JsonSchemaProps) => withLimits(each, length, count);
  return {
    ...rest,
    ...(maxLength !== undefined && length !== undefined && { maxLength: length }),
    ...(maxItems !== undefined && count !== undefined && { maxItems: count }),
    ...(maxProperties !== undefined && count !== undefined && { maxProperties: count }),
    ...(items && { items: inner(items) }),
    ...(additionalProperties && { additionalProperties: inner(additionalProperties) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, inner(each)])),
    }),
  };
}

/** Rules whose estimates depend on how cel-go follows sizes and paths. */
const more: readonly string[] = [
  'self.ports.all(p, self.ports.exists(q, p.name == q.name && p.port == q.port))',
  'self.ports.all(p, self.ports.exists_one(q, p.name == q.name))',
  'self.ports.map(p, p.name).join(",") != self.text',
  'self.ports.filter(p, p.name == "a").all(p, p.name.size() > 0 && p.name == self.text)',
  'self.ports.map(p, [p.name]).all(l, l.all(n, n == "a"))',
  'self.tags.map(t, t + t).all(t, t == self.text)',
  'self.tags.map(t, t.upperAscii()).exists(t, t.contains(self.text))',
  'self.tags[self.size] == self.text',
  'self.ports[self.size].name == self.ports[self.max].name',
  'self.ports.all(p, self.tags[p.port] == p.name)',
  'self.labels[self.text] == self.other',
  'self.labels.all(k, self.labels[k] == k)',
  'self.labels.all(k, v, k == v && v == self.text)',
  'self.tags.all(i, t, i < 3 || t == self.text)',
  'self.tags.transformList(i, t, t + self.text).all(t, t == "a")',
  'self.labels.transformMap(k, v, v + "a").all(k, k == "a")',
  'self.labels.transformMap(k, v, v != "", v + "a")["a"] == "b"',
  '[self.text, self.other].all(t, t.startsWith(t))',
  '[self.text, "a"][0] == self.other',
  '{"a": self.text, "b": self.other}["a"] == self.other',
  '{"a": self.text}.all(k, k == self.text)',
  '(self.on ? self.tags : self.set).exists(t, t == self.text)',
  '(self.on ? self.text : "abc").contains(self.other)',
  '(self.tags + self.set).all(t, t == self.text)',
  '(self.tags + ["a"]).exists(t, t.matches("^a+$"))',
  'self.text.replace("a", "bcd").contains(self.other)',
  'self.text.replace("", self.other).size() > 1 && self.text.replace(self.other, "").contains("a")',
  'self.text.replace("a", "bcd").replace("b", "efg").split("").all(c, c == self.other)',
  'self.text.split(",", 3).all(t, t == self.other)',
  'self.text.split(",").map(t, t.trim()).exists(t, t == "a")',
  'self.text.matches(self.other)',
  'matches(self.text, self.other)',
  'self.text.find("[a-z]+") == self.other && self.text.findAll("[a-z]").all(c, c == "a")',
  'self.tags.isSorted() && self.tags.indexOf("a") < self.tags.lastIndexOf("b")',
  'self.tags.sort().all(t, t == self.text)',
  'self.numbers.sort().sum() > self.numbers.max()',
  'self.tags.distinct().reverse().size() == self.tags.size()',
  'self.tags.slice(1, 3).all(t, t == self.text)',
  'self.tags.slice(3, 1).size() == 0',
  'self.tags.slice(0, self.size).all(t, t == self.text)',
  'lists.range(5).all(i, self.tags[i] == self.text)',
  'lists.range(self.size).all(i, i > 0)',
  '[self.tags, self.set].flatten().all(t, t == self.text)',
  'sets.contains(self.tags, self.set) && sets.equivalent(self.numbers, [1, 2])',
  'sets.intersects(self.tags, ["a", "b"])',
  'self.text in self.tags && self.size in self.numbers && "a" in self.labels',
  'self.?text.orValue("") == self.other',
  'self.?inner.a.optMap(a, a + 1).orValue(2) > 1',
  'self.?text.optMap(t, t + t).orValue("a") == self.other',
  'self.?tags.orValue([]).all(t, t == self.text)',
  'self.tags[?0].orValue("a") == self.text',
  'self.labels[?"a"].optFlatMap(l, self.tags[?0]).hasValue()',
  'string(self.storage) == self.text && quantity(string(self.storage)).isGreaterThan(quantity("1Gi"))',
  'type(self.port) == int ? self.port > 1 : self.port == self.text',
  'self.port == self.storage',
  'bytes(self.text) == self.secret && string(self.secret) == self.other',
  'self.since > timestamp("2024-01-01T00:00:00Z") && self.wait < duration("1h") && self.day == self.since',
  'url(self.text) == url(self.other) && isURL(self.text) && url(self.text).getHost() == self.other',
  'ip(self.text) == ip(self.other) && cidr(self.text).containsIP(self.other) && cidr(self.text).containsCIDR(self.other)',
  'cidr(self.text).containsIP(ip(self.other)) && cidr(self.text).ip() == ip(self.other) && ip.isCanonical(self.text)',
  'semver(self.text) == semver(self.other) && isSemver(self.text)',
  '!format.dns1123Label().validate(self.text).hasValue() && format.dns1123Label() == format.uri()',
  'self.inner.x__dash__y == self.inner.a__dot__b && self.inner.__namespace__ == self.text',
  'self.inner == self.inner && self.ports == self.ports && self.labels == self.labels && self == self',
  'has(self.text) && has(self.inner.a) && !has(self.on)',
  'dyn(self.text) == dyn(self.size) && dyn(self.tags).all(t, t == self.text)',
  '-self.size < -1 && self.size - 1 > - 1 && -self.ratio < 0.0',
  'self.text + self.other + "abc" == self.other + self.text',
  'self.text < self.other && self.secret >= self.secret && self.text != self.other',
  'self.tags.join("-").size() < 10 && self.tags.join() == self.text && ["a", "b"].join(self.text) == self.other',
  'self.tags.map(t, t.size() > 1, t).exists(t, t == self.text)',
  'self.ratios.all(r, self.ratios.all(s, self.ratios.all(t, r + s > t)))',
  'self.tags.all(x, self.tags.all(y, self.tags.all(z, x + y == z)))',
  'self.set.all(x, self.labels.all(y, x == y || self.labels[y] == x))',
  'self.tags.first().orValue("a") == self.tags.last().value()',
];

const text: JsonSchemaProps = { type: 'string' };
const validated = (schema: JsonSchemaProps, rule: string, messageExpression?: string): JsonSchemaProps => ({
  ...schema,
  'x-kubernetes-validations': [{ rule, ...(messageExpression !== undefined && { messageExpression }) }],
});

/** Whole schemas with rules in various places. */
const places: readonly JsonSchemaProps[] = [
  objectSchema({ type: 'object', properties: { a: text } }, [
    { rule: 'self.metadata.name == self.spec.a && self.kind == self.apiVersion', message: 'm' },
    { rule: 'self.metadata.name.matches(self.metadata.generateName)', message: 'm' },
  ]),
  objectSchema(
    {
      type: 'object',
      required: ['a', 'b'],
      properties: {
        a: { type: 'array', items: validated(text, 'self.size() > 1 && self == self') },
        b: { type: 'object', additionalProperties: validated({ ...text, maxLength: 10 }, 'self.contains("abc")') },
        c: {
          type: 'array',
          items: validated(
            { type: 'object', required: ['long-name', 'n'], properties: { 'long-name': text, n: { type: 'integer' } } },
            'self.n > 1 && self.n < 5 && self.n != 4',
          ),
        },
      },
    },
    [{ rule: '!oldSelf.hasValue() || oldSelf.value().spec == self.spec', message: 'm', optionalOldSelf: true }],
  ),
  objectSchema(
    validated(
      { type: 'object', properties: { a: { ...text, enum: ['abc', 'äöü'] }, b: text, c: { ...text, format: 'byte' } } },
      'self.a == self.b && self.b == string(self.c)',
      'self.b + string(self.c) + self.b.replace("", self.b)',
    ),
  ),
  objectSchema({
    type: 'object',
    properties: {
      embedded: validated(
        {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
          properties: { spec: { type: 'object', properties: { a: text } } },
        },
        'self.metadata.name.startsWith(self.spec.a) && self.kind in [self.apiVersion]',
      ),
      nested: {
        type: 'array',
        maxItems: 100,
        items: {
          type: 'object',
          additionalProperties: {
            type: 'array',
            maxItems: 10,
            items: validated({ 'x-kubernetes-int-or-string': true }, 'type(self) == int || self == "abc"'),
          },
        },
      },
      empty: { type: 'array', maxItems: 0, items: validated(text, 'self.contains(self)') },
    },
  }),
];

const rules = [...ruleGroups.flatMap((group) => group.rules), ...more];

describe('the estimated costs of rules', { timeout: 600_000 }, () => {
  let server: RuleServer;

  before(async () => {
    server = await RuleServer.start();
  });

  after(() => server.stop());

  /** Rule → how far the API server says that it exceeds the limit. */
  async function factorsThere(schema: JsonSchemaProps): Promise<Map<string, string>> {
    const complaints = await server.schemaComplaints(schema);
    return new Map(
      complaints.flatMap(([path, message]) => {
        const [, factor] =
          /estimated (?:rule|messageExpression) cost exceeds budget by factor of (.*?x)/.exec(message) ?? [];
        return factor === undefined ? [] : [[path.replace(/^.*openAPIV3Schema\./, ''), factor]];
      }),
    );
  }

  function factorsHere(schema: JsonSchemaProps): { refused: Map<string, string>; known: Set<string> } {
    const refused = new Map<string, string>();
    const known = new Set<string>();
    for (const { place, index, subject, cost } of ruleCosts(schema)) {
      const at = place.reduce<string>(
        (path, step) =>
          typeof step === 'string' ? fieldPath(path, step) : `${fieldPath(path, 'properties')}[${step.property}]`,
        '',
      );
      const path = fieldPath(
        itemPath(fieldPath(at, 'x-kubernetes-validations'), index),
        subject === 'rule' ? 'rule' : subject,
      );
      known.add(path);
      if (cost > costLimits.rule) refused.set(path, formatCostFactor(cost, costLimits.rule));
    }
    return { refused, known };
  }

  /** Compares the estimated costs of all rules, of which the silent ones have an estimate only in the API server. */
  async function comparedCosts(length: number | undefined, count: number | undefined, times: number | undefined) {
    const validations = rules.map((rule) => ({ rule, message: 'm' }));
    const spec = { ...withLimits(specSchema, length, count), 'x-kubernetes-validations': validations };
    const schema = objectSchema({ type: 'array', items: spec, ...(times !== undefined && { maxItems: times }) });
    const there = await factorsThere(schema);
    const { refused: here, known } = factorsHere(schema);
    const paths = rules.map((rule, index) => ({
      rule,
      path: `properties[spec].items.x-kubernetes-validations[${index}].rule`,
    }));
    return {
      refusedCount: there.size,
      silentCount: paths.filter(({ path }) => there.has(path) && !known.has(path)).length,
      differences: paths
        .filter(({ path }) => known.has(path) && there.get(path) !== here.get(path))
        .map(({ rule, path }) => ({ rule, there: there.get(path), here: here.get(path) })),
    };
  }

  for (const [length, count, times] of [
    [64, 8, 1],
    [64, 8, 1000],
    [64, 8, 20_000],
    [64, 8, 300_000],
    [64, 8, 5_000_000],
    [500, 100, 100],
    [5000, 300, 1],
    [5000, 300, 20],
    [undefined, 50, 1],
    [100, undefined, 1],
    [undefined, undefined, 1],
    [64, 8, undefined],
  ] as const) {
    it(`estimated costs are the API server’s with ${length} characters, ${count} items, ${times} times`, async () => {
      const { differences } = await comparedCosts(length, count, times);
      assert.deepEqual(differences, []);
    });
  }

  for (const schema of places) {
    it(`estimated costs are the API server’s wherever rules are: ${JSON.stringify(schema).slice(0, 100)}`, async () => {
      assert.deepEqual(factorsHere(schema).refused, await factorsThere(schema));
    });
  }

  it('estimated costs of rules are added up as by the API server', async () => {
    const item = (maxItems: number): JsonSchemaProps => {
      const validations = Array.from({ length: 20 }, () => ({ rule: 'self.contains("abcdefghijk")', message: 'm' }));
      const items: JsonSchemaProps = { type: 'string', maxLength: 64, 'x-kubernetes-validations': validations };
      return objectSchema({ type: 'array', maxItems, items });
    };
    for (const maxItems of [90_000, 92_000, 92_500, 92_592, 92_593, 93_000, 100_000]) {
      const messages = await server.schemaComplaints(item(maxItems));
      const [there] = messages.flatMap(([, text]) => /cost total .* by factor of (.*?x)/.exec(text)?.[1] ?? []);
      const here = excessiveRuleCosts(item(maxItems)).flatMap(
        ({ message }) => /together .* of (.*x)/.exec(message)?.[1] ?? [],
      );
      assert.deepEqual(here, there === undefined ? [] : [there], `${maxItems}`);
    }
  });

  it('most rules that are too costly for the API server have an estimated cost', async (test) => {
    const { refusedCount, silentCount } = await comparedCosts(64, 8, 5_000_000);
    test.diagnostic(`${silentCount} of ${refusedCount} rules that are too costly have no estimate`);
    assert.ok(silentCount < refusedCount / 10);
  });
});
