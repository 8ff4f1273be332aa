import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { schemaRefusals, structuralSchema } from '../../../lib/schema/index.ts';

describe('string formats', () => {
  for (const { name, type, schema } of [
    { name: 'a length', type: z.string().min(1).max(63), schema: { minLength: 1, maxLength: 63 } },
    { name: 'an exact length', type: z.string().length(3), schema: { minLength: 3, maxLength: 3 } },
    { name: 'a beginning', type: z.string().startsWith('a.b'), schema: { pattern: '^a\\.b' } },
    { name: 'an end', type: z.string().endsWith('.io'), schema: { pattern: '\\.io$' } },
    { name: 'a part', type: z.string().includes('a/b'), schema: { pattern: 'a/b' } },
    {
      name: 'a part after a place',
      type: z.string().includes('x', { position: 2 }),
      schema: { pattern: '^(?s:.{2,})x' },
    },
    { name: 'lower case', type: z.string().lowercase(), schema: { pattern: '^[^A-Z]*$' } },
    { name: 'a date', type: z.iso.date(), schema: { format: 'date' } },
    {
      name: 'a time stamp',
      type: z.iso.datetime(),
      schema: { format: 'date-time', pattern: '^[0-9-]{10}T[0-9:]{8}(\\.[0-9]+)?Z$' },
    },
    {
      name: 'a time stamp with an offset and without fractions',
      type: z.iso.datetime({ offset: true, precision: 0 }),
      schema: { format: 'date-time', pattern: '^[0-9-]{10}T[0-9:]{8}(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$' },
    },
    {
      name: 'milliseconds',
      type: z.iso.datetime({ precision: 3 }),
      schema: { format: 'date-time', pattern: '^[0-9-]{10}T[0-9:]{8}\\.[0-9]{3}Z$' },
    },
    {
      name: 'minutes, for which the API server has no format',
      type: z.iso.datetime({ precision: -1 }),
      schema: { pattern: z.regexes.datetime({ precision: -1 }).source },
    },
    { name: 'a URL', type: z.url(), schema: { format: 'uri', pattern: '^[a-zA-Z][a-zA-Z0-9+.-]*:/*[^/]' } },
    { name: 'an IPv6 address', type: z.ipv6(), schema: { format: 'ipv6' } },
    { name: 'an IPv6 network', type: z.cidrv6(), schema: { format: 'cidr', pattern: ':.*/(0|[1-9][0-9]*)$' } },
    { name: 'base64', type: z.base64(), schema: { format: 'byte' } },
    { name: 'a phone number', type: z.e164(), schema: { pattern: '^\\+[1-9]\\d{6,14}$' } },
    { name: 'a template', type: z.templateLiteral(['v', z.int()]), schema: { pattern: '^v-?\\d+$' } },
  ]) {
    it(`a string supports ${name}`, () => assert.deepEqual(structuralSchema(type), { type: 'string', ...schema }));
  }

  for (const [format, type] of [
    ['email', z.email()],
    ['uuid', z.uuid()],
    ['uuid', z.guid()],
    ['ipv4', z.ipv4()],
    ['cidr', z.cidrv4()],
  ] as const) {
    it(`the schema of a string has the format ${format} for ${type._zod.def.format}, and zod’s pattern`, () => {
      const schema = structuralSchema(type);
      assert.equal(schema.format, format);
      assert.equal(schema.pattern, type._zod.def.pattern?.source.replaceAll('\\/', '/'));
    });
  }

  it('the pattern of a host name accepts what zod accepts, without lookahead', () => {
    const { pattern = '', maxLength } = structuralSchema(z.hostname());
    assert.equal(maxLength, 253);
    for (const name of ['a', 'example.com', 'example.com.', 'xn--a.b-c', '1.2']) {
      assert.match(name, new RegExp(pattern));
      assert.ok(z.hostname().safeParse(name).success);
    }
    for (const name of ['', '-a', 'a-', 'a..b', '.a', `${'a'.repeat(64)}.b`, 'a b']) {
      assert.doesNotMatch(name, new RegExp(pattern));
      assert.ok(!z.hostname().safeParse(name).success);
    }
  });

  it('a string supports a format that a check adds', () => {
    assert.deepEqual(structuralSchema(z.string().max(10).check(z.ipv6())), {
      type: 'string',
      maxLength: 10,
      format: 'ipv6',
    });
  });

  for (const [name, type] of [
    ['a credit card', z.creditCard()],
    ['a bank account', z.iban()],
    ['a token', z.jwt()],
    ['a format of the author', z.stringFormat('even', (text) => text.length % 2 === 0)],
  ] as const) {
    it(`a string type is refused for ${name}, which code checks`, () => {
      assert.match(schemaRefusals(type)[0]?.message ?? '', /checked by code/);
    });
  }

  for (const type of [z.httpUrl(), z.url({ hostname: /\.io$/ }), z.url({ normalize: true })]) {
    it(`a string type is refused for a URL with ${Object.keys(type._zod.def).slice(4).join(' and ')}`, () => {
      assert.match(schemaRefusals(type)[0]?.remedy ?? '', /z\.url\(\)\.regex/);
    });
  }

  it('a string type is refused for a part after more characters than a pattern can count', () => {
    const [refusal] = schemaRefusals(z.string().includes('x', { position: 1001 }));
    assert.match(refusal?.message ?? '', /from character 1001/);
    assert.deepEqual(schemaRefusals(z.string().includes('x', { position: 1000 })), []);
  });

  for (const type of [z.emoji(), z.iso.duration()]) {
    it(`a string type is refused for ${type._zod.def.format}, whose pattern looks ahead`, () => {
      assert.match(schemaRefusals(type)[0]?.message ?? '', /\(\?=/);
    });
  }
});
