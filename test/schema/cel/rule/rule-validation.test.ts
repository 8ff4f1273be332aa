import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type JsonSchemaProps, ruleRefusals, ruleValidation } from '../../../../lib/schema/index.ts';
import { specSchema } from '../rule-sample.ts';

function schemaWith(rule: string, spec: JsonSchemaProps = specSchema): JsonSchemaProps {
  return { type: 'object', properties: { spec: { ...spec, 'x-kubernetes-validations': [{ rule }] } } };
}

function resultOf(rule: string, spec: object): 'holds' | 'fails' | 'unevaluated' {
  const { findings, unevaluated } = ruleValidation(schemaWith(rule), { spec });
  return unevaluated.length > 0 ? 'unevaluated' : findings.length > 0 ? 'fails' : 'holds';
}

/** For each group of functions: a rule, a spec that obeys, one that doesn't. The real API server is asked about many more. */
const groups: readonly (readonly [name: string, rule: string, good: object, bad: object])[] = [
  [
    'integers of 64 bits',
    'self.size * self.max > 0',
    { size: 2, max: 3 },
    { size: 9007199254740991, max: 9007199254740991 },
  ],
  ['quotients without remainder', 'self.size / 2 == -1', { size: -3 }, { size: -4 }],
  ['doubles', 'string(self.ratio) == "1e+06"', { ratio: 1e6 }, { ratio: 1e5 }],
  ['places in texts by code points', 'self.text.indexOf("y") == 2', { text: 'x🐘y' }, { text: 'x🐘🐘y' }],
  ['letters of ASCII alone', 'self.text.lowerAscii() == "Öa"', { text: 'ÖA' }, { text: 'öA' }],
  ['regular expressions of Go', 'self.text.matches("^\\\\pL+$")', { text: 'Ö' }, { text: '1' }],
  ['matches found', 'self.text.findAll("[0-9]") == ["1", "2"]', { text: 'a1b2' }, { text: 'a1' }],
  [
    'amounts beyond 2^53',
    "quantity(self.text).isGreaterThan(quantity('9007199254740992'))",
    { text: '9007199254740993' },
    { text: '9007199254740992' },
  ],
  [
    'amounts in other units',
    "quantity(self.text).compareTo(quantity('1Gi')) == 0",
    { text: '1073741824' },
    { text: '1G' },
  ],
  ['addresses', 'ip(self.text).isLoopback()', { text: '127.1.2.3' }, { text: '128.0.0.1' }],
  ['addresses without disguise', 'isIP(self.text)', { text: '::1' }, { text: '::ffff:1.2.3.4' }],
  ['networks', 'cidr("10.0.0.0/8").containsCIDR(self.text)', { text: '10.1.0.0/16' }, { text: '11.0.0.0/16' }],
  ['versions', 'semver(self.text).isLessThan(semver("1.0.0"))', { text: '1.0.0-rc.10' }, { text: '1.0.0' }],
  ['URLs', 'url(self.text).getPort() == "80"', { text: 'http://a:80/b' }, { text: 'http://a/b' }],
  ['formats', '!format.dns1123Label().validate(self.text).hasValue()', { text: 'a-b' }, { text: 'a.b' }],
  ['times', 'self.since.getHours("+02:00") == 1', { since: '2024-01-01T23:00:00Z' }, { since: '2024-01-01T01:00:00Z' }],
  ['durations', 'self.wait < duration("1m30s")', { wait: '89.9s' }, { wait: '1h' }],
  ['durations in words', 'self.wait == duration("24h5m")', { wait: '1 day 5 min' }, { wait: 'P1W' }],
  [
    'times of more digits than count',
    'self.since == timestamp("2024-01-01T00:00:00.123456789Z")',
    { since: '2024-01-01T00:00:00.1234567899Z' },
    { since: '2024-01-01T00:00:00.1234567799Z' },
  ],
  ['bytes', 'size(self.secret) == 1', { secret: 'eA==' }, { secret: 'eHg=' }],
  ['bytes of the alphabet that it shares with URLs', 'self.secret != b"a"', { secret: '7w==' }, { secret: '/w==' }],
  ['amounts without digits', 'isQuantity(self.text)', { text: '-.e5' }, { text: 'e' }],
  ['lists', 'self.numbers.sum() == 6 && self.numbers.isSorted()', { numbers: [1, 2, 3] }, { numbers: [3, 2, 1] }],
  ['sets', 'sets.intersects(self.tags, ["a"])', { tags: ['b', 'a'] }, { tags: ['b'] }],
  ['lists whose order makes no difference', 'self.set == ["a", "b"]', { set: ['b', 'a'] }, { set: ['b', 'c'] }],
  ['maps', 'self.labels.all(k, k == "app")', { labels: { app: 'x' } }, { labels: { other: 'x' } }],
  ['two variables', 'self.labels.all(k, v, k == v)', { labels: { a: 'a' } }, { labels: { a: 'b' } }],
  ['optionals', 'self.?inner.?a.orValue(7) == 7', {}, { inner: { a: 1 } }],
  ['integers or texts', 'type(self.port) == int', { port: 80 }, { port: 'http' }],
  [
    'names that CEL has to escape',
    'self.inner.x__dash__y == "z"',
    { inner: { 'x-y': 'z' } },
    { inner: { 'x-y': 'y' } },
  ],
  ['null, which counts as absent', 'has(self.nothing)', { nothing: 'a' }, { nothing: null }],
  ['errors that don’t matter', '1 / self.size > 0 || self.size == 0', { size: 0 }, { size: 2 }],
];

describe('a rule', () => {
  for (const [name, rule, good, bad] of groups) {
    it(`a rule is evaluated with ${name}`, () => {
      assert.deepEqual([resultOf(rule, good), resultOf(rule, bad)], ['holds', 'fails']);
    });
  }

  it('a rule is left to the API server if JavaScript rounds a field that it reads', () => {
    assert.equal(resultOf('self.max > 1', { max: 2 ** 60 }), 'unevaluated');
  });

  it('a rule is left to the API server if a time is not in RFC 3339 and Go accepts it', () => {
    const result = (text: string) => resultOf('timestamp(self.text).getFullYear() == 2024', { text });
    for (const time of ['T1:00:00Z', 'T00:00:00,5Z', 'T00:00:00+24:00', 'T00:00:00-00:60', 'T1:00:00,5+24:60']) {
      assert.equal(result(`2024-02-29${time}`), 'unevaluated', time);
    }
    for (const text of ['2024-02-30T1:00:00Z', '2024-01-01T00:00:00+25:00', '2024-01-01T00:60:00', '2024-01-01T,Z']) {
      assert.equal(result(text), 'fails', text);
    }
  });

  it('a rule is evaluated if JavaScript rounds only values that it doesn’t read', () => {
    const spec = {
      max: 2 ** 60,
      storage: 2 ** 60,
      numbers: [1, 2 ** 60],
      since: 'yesterday',
      wait: 'a while',
      size: 20,
    };
    assert.equal(resultOf('self.size > 10', spec), 'holds');
    assert.equal(resultOf('self.size > 30', spec), 'fails');
    assert.equal(resultOf('has(self.max) && has(self.storage) && self.numbers.size() == 2', spec), 'holds');
    assert.equal(resultOf('self.numbers[0] == 1 && 1 in self.numbers', spec), 'holds');
    assert.equal(resultOf('self.?max.hasValue()', spec), 'holds');
  });

  it('a rule is left to the API server if JavaScript rounds a number inside of a value that it reads', () => {
    const spec = { storage: 2 ** 60, numbers: [1, 2 ** 60], max: 2 ** 60 };
    for (const rule of [
      'self.storage == 1',
      'self.numbers == [1, 2]',
      '2 in self.numbers',
      'self.numbers.sum() > 1',
      'self.numbers.max() > 1',
      'self.numbers.all(n, n > 0)',
      '{self.max: 1}.size() == 1',
      'self == self',
    ]) {
      assert.equal(resultOf(rule, spec), 'unevaluated', rule);
    }
  });

  it('a rule fails if it reads a string that doesn’t have its field’s format', () => {
    for (const rule of ["self.wait > duration('1s')", 'has(self.wait)', 'self.?wait.hasValue()', '[self.wait] == []']) {
      assert.deepEqual(ruleValidation(schemaWith(rule), { spec: { wait: 'a while' } }).findings, [
        { path: 'spec', message: `not a valid duration: a while evaluating rule: ${rule}`, isError: true },
      ]);
    }
  });

  it('a rule is left to the API server if the API server would refuse it', () => {
    for (const rule of [
      'self.size > "a"',
      'self.size == 1.0',
      '[1, "a"].size() == 2',
      'self.text.nothing()',
      'self.size',
    ]) {
      assert.equal(resultOf(rule, { size: 1, text: '' }), 'unevaluated', rule);
    }
  });

  it('a rule that reads a missing field fails with a message that names the field', () => {
    assert.deepEqual(ruleValidation(schemaWith('self.size > 1'), { spec: {} }).findings, [
      { path: 'spec', message: 'no such key: size evaluating rule: self.size > 1', isError: true },
    ]);
  });
});

describe('a definition', () => {
  for (const [rule, problem] of [
    ['(self.size > 1', 'syntax error: expected RPAREN, got EOF'],
    ['self.size > 1)', "syntax error: unexpected character: ')'"],
    ['self.text == "a', 'syntax error: unterminated string'],
    ['self.size = 1', 'syntax error: unexpected character: ='],
    [
      String.raw`self.text.matches('a\.b')`,
      String.raw`syntax error: CEL has no escape sequence \.: write \\ for a backslash, or a raw string such as r'\d'`,
    ],
    ['size > 1', "undeclared reference to 'size'"],
    ['self.sise > 1', "undefined field 'sise'"],
    ['self.ports.all(p, p.nme == "a")', "undefined field 'nme'"],
    ['self.size', 'its type is int, and it must be bool'],
    ['self.size > "a"', "'>' doesn't accept (int, string)"],
    ['!self.size', "'!_' doesn't accept (int)"],
    ['size(self.size) > 1', "'size' doesn't accept (int)"],
    ['self.text.startsWith(1)', "'startsWith' doesn't accept (string, int)"],
    ['self.tags.len() > 1', "Kubernetes has no function 'len'"],
    ['self.size.length > 1', "int has no field 'length'"],
    ['self.size && true', "'&&' doesn't accept int"],
    ['[1, "a"].size() == 2', "a list can't have items of both int and string"],
    ['self.size.all(s, s > 1)', "a macro can't iterate over int"],
    ['self.text.matches("[")', "'[' is not a valid RE2 regular expression"],
    ['duration("x") > self.wait', 'not a duration: x'],
    ['has(self)', 'has(…) needs one field, such as has(self.a)'],
    ['self.size >> 1', 'syntax error: unexpected token: GT'],
    ['self.size > 1 and true', "syntax error: unexpected character: 'd'"],
  ] as const) {
    it(`a definition is refused for the rule ${rule}`, () => {
      assert.deepEqual(
        ruleRefusals(schemaWith(rule)).map(({ path, message }) => [path, message]),
        [['spec', `the rule '${rule}' is not valid CEL: ${problem}`]],
      );
    });
  }

  it('a rule may have backslashes in raw strings and comments, and all escape sequences of CEL', () => {
    for (const rule of [
      String.raw`self.text.matches(r'a\.b') // \.`,
      String.raw`r'\' + self.text == '\\a' || self.text == '''\''''`,
      String.raw`self.text == '\a\?\x4a\X4A\u00e9\U0001F600\101'`,
    ]) {
      assert.deepEqual(ruleRefusals(schemaWith(rule)), [], rule);
    }
  });

  it('a message expression of another type than string is refused, at every level', () => {
    const item: JsonSchemaProps = {
      type: 'integer',
      'x-kubernetes-validations': [{ rule: 'self > 1', messageExpression: 'self' }],
    };
    const schema: JsonSchemaProps = {
      type: 'object',
      properties: { list: { type: 'array', items: item }, map: { type: 'object', additionalProperties: item } },
    };
    const message = "the message expression 'self' is not valid CEL: its type is int, and it must be string";
    assert.deepEqual(
      ruleRefusals(schema).map((refusal) => [refusal.path, refusal.message]),
      [
        ['list[]', message],
        ['map{}', message],
      ],
    );
  });

  it('a rule is not refused for parts that only the API server can evaluate', () => {
    for (const rule of [
      'self.tags.sortBy(t, t).size() > 0',
      '1u < 2u',
      'quantity(self.text).add(1, 2).isInteger()',
      '[?self.tags.first()].size() > 0',
    ]) {
      assert.deepEqual(ruleRefusals(schemaWith(rule)), [], rule);
    }
  });
});
