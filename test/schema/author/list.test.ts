import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { atomic, listMap, listSet, parse, schemaRefusals, structuralSchema } from '../../../lib/schema/index.ts';

const port = z.object({ name: z.string(), port: z.int32(), protocol: z.enum(['TCP', 'UDP']).default('TCP') });

describe('listMap', () => {
  it('a list map declares the keys that identify its items', () => {
    const schema = structuralSchema(listMap(port, ['port', 'protocol']).min(1));
    assert.equal(schema['x-kubernetes-list-type'], 'map');
    assert.deepEqual(schema['x-kubernetes-list-map-keys'], ['port', 'protocol']);
    assert.equal(schema.minItems, 1);
  });

  it('a list map reports items with the same keys, defaults included', () => {
    const ports = [
      { name: 'a', port: 80 },
      { name: 'b', port: 80, protocol: 'UDP' },
      { name: 'c', port: 80, protocol: 'TCP' },
    ];
    assert.deepEqual(parse(listMap(port, ['port', 'protocol']), ports, 'spec.ports'), {
      findings: [{ path: 'spec.ports[2]', message: 'repeats item 0: port 80, protocol "TCP"' }],
    });
    assert.ok('value' in parse(listMap(port, ['name']), ports));
  });

  it('a list map stays one when it is described, optional or bounded', () => {
    const type = z.object({ ports: listMap(port, ['name']).describe('The ports.').max(3).optional() });
    assert.equal(structuralSchema(type).properties?.ports?.['x-kubernetes-list-type'], 'map');
    assert.ok(
      'findings' in
        parse(type, {
          ports: [
            { name: 'a', port: 1 },
            { name: 'a', port: 2 },
          ],
        }),
    );
  });

  // TypeScript forbids these types in a program; types that are built at run time can still have them.
  const loosely: (item: z.ZodObject, key: string) => z.ZodType = (item, key) => listMap(item, [key]);
  for (const { name, type, message } of [
    { name: 'is no field', type: loosely(port, 'id'), message: /not a field of its items/ },
    { name: 'may be missing', type: loosely(port.partial(), 'name'), message: /present in every item/ },
    {
      name: 'is an object',
      type: loosely(z.object({ id: z.object({}) }), 'id'),
      message: /a string, a number or a boolean/,
    },
    {
      name: 'may be null',
      type: loosely(z.object({ id: z.string().nullable() }), 'id'),
      message: /a string, a number or a boolean/,
    },
  ]) {
    it(`a list map is refused if a key ${name}`, () => {
      const [refusal] = schemaRefusals(type, 'spec');
      assert.match(refusal?.path ?? '', /^spec\[\]\.(id|name)$/);
      assert.match(refusal?.message ?? '', message);
    });
  }
});

describe('listSet', () => {
  it('a list set declares the list type set', () => {
    assert.deepEqual(structuralSchema(listSet(z.string())), {
      type: 'array',
      items: { type: 'string' },
      'x-kubernetes-list-type': 'set',
    });
  });

  it('a list set reports every repetition of a value', () => {
    assert.deepEqual(parse(listSet(z.string()), ['a', 'b', 'a', 'a'], 'spec.tags'), {
      findings: [
        { path: 'spec.tags[2]', message: 'repeats item 0: "a"' },
        { path: 'spec.tags[3]', message: 'repeats item 0: "a"' },
      ],
    });
  });

  it('a list set compares objects by content', () => {
    const pairs = listSet(atomic(z.object({ a: z.int(), b: z.int() })));
    assert.ok(
      'findings' in
        parse(pairs, [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ]),
    );
    assert.ok(
      'value' in
        parse(pairs, [
          { a: 1, b: 2 },
          { a: 2, b: 1 },
        ]),
    );
  });
});
