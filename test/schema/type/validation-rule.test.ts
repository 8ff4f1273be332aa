import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import {
  atomic,
  immutable,
  listMap,
  preserveUnknownFields,
  rule,
  schemaRefusals,
  structuralSchema,
} from '../../../lib/schema/index.ts';

const grows = 'self >= oldSelf';

describe('rules', () => {
  it('a rule appears once in a schema, however often it is written', () => {
    const type = rule(rule(z.string(), 'self != ""', 'must not be empty'), 'self != ""', 'must be something');
    assert.deepEqual(structuralSchema(type)['x-kubernetes-validations'], [
      { rule: 'self != ""', message: 'must not be empty' },
    ]);
  });

  it('a rule about changes may be used wherever the API server finds the previous value', () => {
    const type = z.object({
      field: rule(z.int32(), grows, 'must not shrink'),
      map: z.record(z.string(), rule(z.int32(), grows, 'must not shrink')),
      atomicMap: atomic(z.record(z.string(), rule(z.int32(), grows, 'must not shrink'))),
      atomicObject: atomic(z.object({ size: immutable(z.int32()) })),
      list: listMap(z.object({ name: z.string(), size: rule(z.int32(), grows, 'must not shrink') }), ['name']),
    });
    assert.deepEqual(schemaRefusals(type), []);
  });

  for (const { name, type, path } of [
    { name: 'a list', type: z.array(rule(z.int32(), grows, 'must not shrink')), path: 'spec[]' },
    { name: 'an object in a list', type: z.array(z.object({ size: immutable(z.int32()) })), path: 'spec[].size' },
  ]) {
    it(`a rule about changes is refused inside of ${name}`, () => {
      const [refusal, ...others] = schemaRefusals(type, 'spec');
      assert.equal(refusal?.path, path);
      assert.match(refusal.remedy, /listMap/);
      assert.deepEqual(others, []);
    });
  }

  for (const { name, type } of [
    { name: 'of no schema', type: z.any() },
    { name: 'that the API server does not read', type: preserveUnknownFields(z.object({ a: z.string() })) },
    { name: 'whose items have no schema', type: z.array(z.any()) },
    { name: 'whose entries have no schema', type: z.record(z.string(), z.unknown()) },
  ]) {
    it(`a rule is refused on a value ${name}`, () => {
      assert.match(schemaRefusals(rule(type, 'true', 'never'))[0]?.message ?? '', /without a schema/);
    });
  }

  it('a rule is refused if it would compare unknown fields, and may compare declared ones', () => {
    const loose = z.looseObject({ a: z.string() });
    for (const type of [loose, z.array(loose), z.object({ loose }), z.record(z.string(), loose)]) {
      assert.match(schemaRefusals(immutable(type))[0]?.message ?? '', /compare unknown fields/);
    }
    assert.deepEqual(schemaRefusals(rule(loose, 'self.a != ""', 'must not be empty')), []);
    assert.deepEqual(schemaRefusals(immutable(z.object({ any: z.any() }))), []);
  });

  it('a rule is refused if it would read base64, which fails with the characters + and /', () => {
    const bytes = z.base64();
    for (const type of [bytes, z.object({ bytes }), z.array(bytes), z.record(z.string(), z.object({ bytes }))]) {
      assert.match(schemaRefusals(immutable(type))[0]?.message ?? '', /fails to read base64/);
    }
    assert.match(schemaRefusals(rule(bytes, 'size(self) < 9', 'is long'))[0]?.message ?? '', /fails to read base64/);
    assert.deepEqual(schemaRefusals(immutable(z.string().regex(z.regexes.base64))), []);
    assert.deepEqual(schemaRefusals(rule(z.object({ bytes, text: z.string() }), 'self.text != ""', 'is empty')), []);
  });

  it('a rule is refused if it reads a base64 field of its value', () => {
    const type = z.object({
      bytes: z.base64(),
      text: z.string(),
      parts: listMap(z.object({ name: z.string(), bytes: z.base64() }), ['name']),
      blobs: z.array(z.base64()),
      certificates: z.record(z.string(), z.base64()),
    });
    for (const text of [
      'size(self.bytes) < 9',
      'has(self.bytes) || self.text != ""',
      'self.parts.all(part, size(part.bytes) < 9)',
      'self.blobs.all(blob, size(blob) < 9)',
      'self.certificates.all(name, size(self.certificates[name]) < 9)',
      'self.metadata.name != "" && size(self.bytes) < 9',
    ]) {
      const [refusal] = schemaRefusals(rule(type, text, 'is long'), 'spec');
      assert.deepEqual([refusal?.path, refusal?.message.includes('fails to read base64')], ['spec', true], text);
    }
    for (const text of ['self.parts.all(part, part.name != self.text)', 'size(self.blobs) < 9', 'self.bites == ""'])
      assert.deepEqual(schemaRefusals(rule(type, text, 'is long')), [], text);
  });

  it('a rule is refused without an expression, or with a message of several lines', () => {
    assert.match(schemaRefusals(rule(z.string(), ' ', 'never'))[0]?.message ?? '', /no expression/);
    assert.match(schemaRefusals(rule(z.string(), 'true', 'one\ntwo'))[0]?.message ?? '', /several lines/);
  });
});
