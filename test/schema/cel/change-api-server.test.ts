// Compares the findings for creations and changes with those of a real API server: fields and messages.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Kind } from '../../../lib/api/index.ts';
import { type JsonSchemaProps, ruleValidation } from '../../../lib/schema/index.ts';
import { changeSchema, changes } from './change-sample.ts';
import { type Complaint, objectSchema, RuleServer } from './rule-server.ts';

describe('changes', { timeout: 600_000 }, () => {
  let server: RuleServer;
  let kind: Kind;
  const schema = objectSchema(changeSchema, [
    { rule: "self.metadata.name != 'root'", message: 'the name must not be root' },
  ]);

  before(async () => {
    server = await RuleServer.start();
    kind = await server.install(schema);
  });

  after(() => server.stop());

  async function complaintsThere({ from, to }: { readonly from?: object; readonly to: object }): Promise<Complaint[]> {
    if (from === undefined) return server.complaints(kind, { spec: to });
    const stored = await server.create(kind, { spec: from });
    return server.changeComplaints(kind, stored, to);
  }

  for (const change of changes) {
    it(`a change has the same findings as in the API server: ${JSON.stringify(change)}`, async () => {
      const { from, to } = change;
      const metadata = { name: 'a' };
      const here = ruleValidation(schema, { metadata, spec: to }, from && { metadata, spec: from });
      assert.deepEqual(here.unevaluated, []);
      assert.deepEqual(
        here.findings.map(({ path, message }): Complaint => [path, message]).sort(),
        (await complaintsThere(change)).map(comparable).sort(),
      );
    });
  }

  it('a rule about the object’s name has the same finding as in the API server', async () => {
    const object = { metadata: { name: 'root' }, spec: {} };
    assert.deepEqual((await server.complaints(kind, object)).map(comparable), [['', 'the name must not be root']]);
    assert.deepEqual(ruleValidation(schema, object).findings, [{ path: '', message: 'the name must not be root' }]);
  });

  it('an unchanged violation that is older than its rule is tolerated as in the API server', async () => {
    const open: JsonSchemaProps = {
      type: 'object',
      properties: {
        a: { type: 'integer' },
        b: { type: 'integer' },
        list: { type: 'array', items: { type: 'object', properties: { c: { type: 'integer' } } } },
      },
    };
    const own = await server.install(objectSchema(open));
    const before = { a: -1, b: 1, list: [{ c: -1 }, { c: 1 }] };
    const stored = await server.create(own, { spec: before });
    const positive = {
      type: 'integer',
      'x-kubernetes-validations': [{ rule: 'self > 0', message: 'not positive' }],
    } as const;
    const list = { type: 'array', items: { type: 'object', properties: { c: positive } } } as const;
    const strict = objectSchema({ ...open, properties: { a: positive, b: positive, list } });
    await server.replaceSchema(own, strict);
    while ((await server.complaints(own, { spec: { a: -1 } })).length === 0);

    for (const [spec, path] of [
      [{ ...before, b: 2 }, undefined],
      [{ ...before, a: -2 }, 'spec.a'],
      [{ ...before, b: -2 }, 'spec.b'],
      [{ ...before, list: [{ c: -1 }, { c: 2 }] }, 'spec.list[0].c'],
      [{ ...before, list: [{ c: -1 }] }, 'spec.list[0].c'],
    ] as const) {
      const expected = path === undefined ? [] : [[path, 'not positive']];
      const here = ruleValidation(strict, { spec }, { spec: before }).findings;
      assert.deepEqual(
        here.map(({ path, message }) => [path, message]),
        expected,
      );
      assert.deepEqual((await server.changeComplaints(own, stored, spec)).map(comparable), expected);
    }
  });
});

/** The words alone, without the value that the API server repeats; and paths as they are written here. */
function comparable([field, message]: Complaint): Complaint {
  const path = field.replace(/labels\[(\w+)\]/, 'labels.$1').replace('window.a.b', 'window["a.b"]');
  return [
    path,
    message.replace(/^(Invalid value: ("[^"]*"|-?\d+|\S+): |Invalid value: |Forbidden: |Required value: )/, ''),
  ];
}
