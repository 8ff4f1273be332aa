import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../lib/api/index.ts';
import { BundleContent } from '../../../../lib/olm/content/index.ts';
import { upgradeFindings } from '../../../../lib/olm/upgrade/index.ts';
import { definitionFile, findingTexts, releaseOf } from '../release.ts';

const schema = (spec: JsonObject) => ({ openAPIV3Schema: { type: 'object', properties: { spec } } });
const version = (name: string, more: JsonObject = {}) => ({
  name,
  served: true,
  storage: false,
  schema: schema({ type: 'object' }),
  ...more,
});
const v1 = version('v1', { storage: true });

const serving = (...versions: readonly string[]) => ({
  spec: {
    apiservicedefinitions: {
      owned: versions.map((version) => ({ group: 'example.com', version, kind: 'Crate', name: 'crates' })),
    },
  },
});

describe('the comparison of definitions', () => {
  it('check-upgrade reports nothing about equal definitions', () => {
    assert.deepEqual(findingTexts({}, {}), []);
  });

  it('check-upgrade reports a kind that is no longer owned, at its place in the old release', () => {
    const after = releaseOf();
    const files = new Map([...after.files].filter(([path]) => path !== definitionFile));
    const [first] = upgradeFindings({ before: releaseOf({ number: '0.1.0' }), after: new BundleContent(files) });
    assert.ok(first);
    const { hits: _, remedy, ...rest } = first;
    assert.deepEqual(rest, {
      severity: 'breaking',
      rule: 'kind-gone',
      file: definitionFile,
      path: 'metadata.name',
      what: 'boxes.example.com is no longer owned',
    });
    assert.match(remedy, /^keep the kind/);
  });

  it('check-upgrade asks for another name of a kind that moves to another group, beside which the old one can stay', () => {
    const after = releaseOf();
    const moved = Buffer.from(after.files.get(definitionFile) ?? '')
      .toString()
      .replaceAll('example.com', 'new.example.com');
    const [first] = upgradeFindings({
      before: releaseOf({ number: '0.1.0' }),
      after: new BundleContent(new Map([...after.files, [definitionFile, Buffer.from(moved)]])),
    });
    assert.equal(first?.what, 'boxes.example.com is no longer owned, and boxes.new.example.com is new');
    assert.match(first.remedy, /^keep the group and plural, or give the new kind another name/);
  });

  it('check-upgrade reports a kind that is no longer owned though its definition stays', () => {
    const entry = { name: 'boxes.example.com', version: 'v1', kind: 'Box' };
    const crds = (role: string) => ({ spec: { customresourcedefinitions: { [role]: [entry] } } });
    assert.deepEqual(findingTexts(crds('owned'), crds('owned')), []);
    assert.deepEqual(findingTexts(crds('owned'), {}), [
      'breaking kind-gone: boxes.example.com is no longer owned, though its definition is still there',
    ]);
    assert.equal(
      findingTexts(crds('owned'), crds('required'))[0],
      'breaking kind-gone: boxes.example.com is no longer owned, and required from another package, though its definition is still there',
    );
  });

  it('check-upgrade reports changes of a kind’s immutable properties', () => {
    assert.deepEqual(findingTexts({}, { definition: { scope: 'Cluster' } }), [
      'breaking kind-changed: scope "Namespaced" → "Cluster"',
    ]);
  });

  it('check-upgrade reports removed and changed names of a kind that users and clients use', () => {
    const names = { kind: 'Box', plural: 'boxes', singular: 'box', listKind: 'BoxList' };
    assert.deepEqual(
      findingTexts(
        { definition: { names: { ...names, shortNames: ['bx', 'b'], categories: ['all'] } } },
        { definition: { names: { ...names, listKind: 'Boxes', shortNames: ['b'] } } },
      ),
      [
        'risky name-changed: listKind "BoxList" → "Boxes"',
        'risky name-changed: shortNames no longer has bx',
        'risky name-changed: categories no longer has all',
      ],
    );
  });

  it('check-upgrade reports a removed version of a kind, as breaking if it was served or stored', () => {
    const severities = [
      [{ served: true }, 'breaking'],
      [{ served: false, storage: true }, 'breaking'],
      [{ served: false }, 'risky'],
    ] as const;
    for (const [fields, severity] of severities) {
      const stored = 'storage' in fields;
      const found = findingTexts(
        { definition: { versions: [version('v1beta1', fields), { ...v1, storage: !stored }] } },
        { definition: { versions: [v1] } },
      );
      assert.ok(found.includes(`${severity} version-removed: version v1beta1 is gone`), found.join());
    }
  });

  it('check-upgrade reports a version of a kind that is no longer served', () => {
    assert.deepEqual(findingTexts({}, { version: { served: false } }), [
      'breaking version-unserved: version v1 is no longer served',
    ]);
  });

  it('check-upgrade reports a version of a kind that is newly deprecated', () => {
    assert.deepEqual(findingTexts({}, { version: { deprecated: true } }), [
      'notice version-deprecated: version v1 is deprecated now',
    ]);
  });

  it('check-upgrade reports a changed storage version', () => {
    const versions = (stored: string) => ['v1', 'v2'].map((name) => version(name, { storage: name === stored }));
    assert.deepEqual(
      findingTexts({ definition: { versions: versions('v1') } }, { definition: { versions: versions('v2') } }),
      ['risky storage-changed: objects are stored in v2, and were in v1'],
    );
  });

  it('check-upgrade reports a new version without conversion, unless it accepts all values of the stored one', () => {
    const other = version('v2', {
      schema: schema({ type: 'object', required: ['size'], properties: { size: { type: 'string' } } }),
    });
    const webhookdefinitions = [
      { type: 'ConversionWebhook', generateName: 'c', conversionCRDs: ['boxes.example.com'] },
    ];
    assert.deepEqual(findingTexts({}, { definition: { versions: [v1, other] } }), [
      "breaking version-unconverted: version v2 is new and has no conversion, though it isn't the same as v1: v2 spec: size is required, and was optional before",
    ]);
    assert.deepEqual(findingTexts({}, { definition: { versions: [v1, version('v2')] } }), []);
    assert.deepEqual(findingTexts({}, { definition: { versions: [v1, other] }, spec: { webhookdefinitions } }), [
      'notice conversion-changed: boxes.example.com is converted by a webhook now',
    ]);
  });

  it('check-upgrade reports a removed conversion webhook', () => {
    const versions = [v1, version('v2')];
    const conversion = { strategy: 'Webhook' };
    assert.deepEqual(findingTexts({ definition: { versions, conversion } }, { definition: { versions } }), [
      'breaking conversion-changed: boxes.example.com is no longer converted by a webhook',
    ]);
  });

  it('check-upgrade reports a kind’s removed and changed subresources, selectors and columns', () => {
    const scale = { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' };
    assert.deepEqual(
      findingTexts(
        {
          version: {
            subresources: { status: {}, scale },
            selectableFields: [{ jsonPath: '.spec.color' }],
            additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
          },
        },
        { version: { subresources: { scale: { ...scale, specReplicasPath: '.spec.count' } } } },
      ),
      [
        'breaking subresource-removed: version v1 no longer has the subresource status',
        'breaking scale-changed: specReplicasPath of version v1 ".spec.size" → ".spec.count"',
        'breaking selectable-field-removed: objects of version v1 can no longer be selected by .spec.color',
        'notice column-changed: kubectl shows Size of version v1 no longer',
      ],
    );
    assert.deepEqual(findingTexts({}, { version: { subresources: { status: {} } } }), [
      'risky subresource-added: version v1 has the subresource status now',
    ]);
  });

  it('check-upgrade suggests the new name of a removed field', () => {
    const of = (name: string) =>
      releaseOf({ schema: { type: 'object', properties: { [name]: { type: 'string', maxLength: 9 } } } });
    const [gone] = upgradeFindings({ before: of('colour'), after: of('color') });
    assert.match(gone?.remedy ?? '', /if color, .* replaces it/);
    assert.equal(gone?.path, 'spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.colour');
  });
});

describe('the comparison of aggregated APIs', () => {
  it('check-upgrade reports a removed aggregated API, or a removed version of one', () => {
    assert.deepEqual(findingTexts(serving('v1', 'v2'), serving('v2')), [
      'breaking api-gone: Crate in example.com/v1 is no longer among the owned APIs',
    ]);
    assert.deepEqual(findingTexts(serving('v1'), {}), [
      'breaking api-gone: Crate in example.com/v1 is no longer among the owned APIs',
    ]);
  });

  it('check-upgrade reports nothing about a new aggregated API', () => {
    assert.deepEqual(findingTexts(serving('v1'), serving('v1', 'v2')), []);
  });
});
