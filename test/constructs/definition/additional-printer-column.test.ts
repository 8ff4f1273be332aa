import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import {
  additionalPrinterColumns,
  printerColumnFindings,
} from '../../../lib/constructs/definition/additional-printer-column.ts';
import { CustomResource, type PrinterColumn } from '../../../lib/index.ts';
import { intOrString } from '../../../lib/schema/index.ts';

function definition(...printerColumns: readonly PrinterColumn[]) {
  return CustomResource({
    group: 'example.com',
    version: 'v1',
    kind: 'Cache',
    spec: z.object({
      engine: z.string(),
      replicas: z.int32(),
      share: z.number(),
      on: z.boolean(),
      since: z.iso.datetime(),
      day: z.iso.date(),
      port: intOrString(),
      storage: z.object({ size: z.string() }),
      any: z.unknown(),
    }),
    status: z.object({ nodes: z.array(z.string()) }),
    printerColumns,
  }).definition;
}

function types(...paths: readonly PrinterColumn['jsonPath'][]) {
  const given = definition(...paths.map((jsonPath) => ({ name: jsonPath, jsonPath })));
  return additionalPrinterColumns(given, given.schema.object).map(({ type }) => type);
}

function findings(...columns: readonly PrinterColumn[]): string[] {
  const given = definition(...columns);
  return [...printerColumnFindings(given, given.schema.object)];
}

describe('a printer column', () => {
  it('a printer column has the type of its field by default', () => {
    assert.deepEqual(
      types(
        '.spec.engine',
        '.spec.replicas',
        '.spec.share',
        '.spec.on',
        '.spec.since',
        '.spec.day',
        '.spec.port',
        '.spec.any',
      ),
      ['string', 'integer', 'number', 'boolean', 'date', 'string', 'string', 'string'],
    );
    assert.deepEqual(
      types('.metadata.creationTimestamp', '.metadata.generation', '.status.observedGeneration', '.status.nodes[0]'),
      ['date', 'integer', 'integer', 'string'],
    );
    assert.deepEqual(types('.status.conditions[?(@.type=="Ready")].lastTransitionTime', '.kind'), ['date', 'string']);
  });

  it('a printer column has no more fields than its author sets, except the type', () => {
    const given = definition(
      { name: 'A', jsonPath: '.spec.engine', priority: 0 },
      { name: 'B', jsonPath: '.spec.replicas', type: 'string', priority: 1, description: 'How many.' },
    );
    assert.deepEqual(additionalPrinterColumns(given, given.schema.object), [
      { name: 'A', type: 'string', jsonPath: '.spec.engine' },
      { name: 'B', type: 'string', jsonPath: '.spec.replicas', description: 'How many.', priority: 1 },
    ]);
  });

  it('a printer column that can show its field is accepted', () => {
    assert.deepEqual(findings({ name: 'Storage', jsonPath: '.spec.storage', type: 'string' }), []);
    assert.deepEqual(findings({ name: 'Share', jsonPath: '.spec.replicas', type: 'number' }), []);
    assert.deepEqual(findings({ name: 'Engine', jsonPath: '.spec.engine', type: 'date' }), []);
    assert.deepEqual(findings({ name: 'Any', jsonPath: '.spec.any', type: 'integer' }), []);
  });

  const wrong: readonly (readonly [PrinterColumn, RegExp])[] = [
    [{ name: '', jsonPath: '.spec.engine' }, /^printerColumns\[0\] has no name: write its heading$/],
    [{ name: 'Name', jsonPath: '.spec.engine' }, /^printerColumns\[0\] has the name 'Name' of another column: give it/],
    [
      { name: 'A', jsonPath: '.spec.engin' },
      /^printerColumns\[0\] 'A': path \.spec\.engin doesn't exist, .+ engine, replicas/,
    ],
    [
      { name: 'A', jsonPath: '.spec.storage' },
      /^printerColumns\[0\] 'A': path \.spec\.storage leads to an object: name a field inside of it/,
    ],
    [{ name: 'A', jsonPath: '.spec.storage', type: 'integer' }, /leads to an object/],
    [{ name: 'A', jsonPath: '.status.nodes' }, /leads to an array/],
    [
      { name: 'A', jsonPath: '.spec.engine', type: 'integer' },
      /type 'integer' can't show \.spec\.engine, which is of type string: leave the type out$/,
    ],
    [{ name: 'A', jsonPath: '.spec.day', type: 'date' }, /type 'date' can't show/],
    [{ name: 'A', jsonPath: '.spec.on', type: 'number' }, /type 'number' can't show/],
    [{ name: 'A', jsonPath: '.metadata.nam' }, /no field 'nam': the fields there are name, namespace/],
  ];

  for (const [column, finding] of wrong) {
    it(`a printer column is refused: ${JSON.stringify(column)}`, () => {
      const found = findings(column);
      assert.equal(found.length, 1);
      assert.match(found[0] ?? '', finding);
    });
  }

  it('a printer column with the heading of another one is refused', () => {
    const twice = [
      { name: 'A', jsonPath: '.spec.engine' },
      { name: 'A', jsonPath: '.spec.on' },
    ] as const;
    assert.deepEqual(findings(...twice), [
      "printerColumns[1] has the name 'A' of another column: give it a name of its own",
    ]);
  });
});
