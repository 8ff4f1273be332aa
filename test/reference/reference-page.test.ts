import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { documentedKind, type KindDetails, referencePage, standardConditionTypes } from '../../lib/reference/index.ts';
import { boxDefinition, boxKind, kindOf } from './definition.ts';
import { html, readText, rows, tags } from './rendered.ts';

const text = { type: 'string' };

/** Returns an object with too many fields for the table of another one. */
function large(...names: readonly string[]): object {
  return {
    type: 'object',
    description: 'A large one. It has fields.',
    properties: fields('a', 'b', 'c', 'd', ...names),
  };
}

function fields(...names: readonly string[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, text]));
}

function page(spec: Readonly<Record<string, object>>, details?: KindDetails): string {
  return referencePage(boxKind(spec), details);
}

/** Returns the targets of a page's links to itself, and its anchors. */
function anchors(markdown: string): { readonly targets: string[]; readonly places: string[] } {
  const source = html(markdown);
  return {
    targets: [...source.matchAll(/href="#([^"]*)"/g)].map(([, name = '']) => decodeURIComponent(name)),
    places: [...source.matchAll(/ id="([^"]*)"/g)].map(([, name = '']) => name),
  };
}

function assertLinked(markdown: string): void {
  const { targets, places } = anchors(markdown);
  assert.deepEqual([...new Set(places)], places, 'each anchor is unique');
  assert.deepEqual(
    targets.filter((target) => !places.includes(target)),
    [],
    'each link has a target',
  );
}

describe('the page of a kind', () => {
  it('a reference page describes the kind and lists its names', () => {
    const read = readText(page({ size: text }));
    assert.match(read, /^Box Holds things\. apiVersion: example\.com\/v1 kind: Box, in a namespace/);
    assert.match(read, /kubectl: boxes, also called box or bx/);
  });

  it('a reference page lists fields with types and defaults, required ones first', () => {
    const kind = boxKind(
      { colour: { ...text, default: 'red', description: 'What it is painted with.' }, size: { type: 'integer' } },
      { required: ['size'] },
    );
    assert.deepEqual(rows(referencePage(kind)), [
      ['size', 'integer', 'required', ''],
      ['colour', 'string', 'red', 'What it is painted with.'],
    ]);
  });

  it('a reference page has no column for defaults if there are none', () => {
    assert.deepEqual(rows(page({ size: { type: 'integer' } })), [['size', 'integer', '']]);
  });

  it('a reference page shows small objects in the table of their parent', () => {
    const owner = { type: 'object', properties: fields('name'), required: ['name'] };
    assert.deepEqual(rows(page({ owners: { type: 'array', items: owner } })), [
      ['owners', 'list of object', '', ''],
      ['owners[].name', 'string', 'required', ''],
    ]);
  });

  it('a reference page gives large objects their own section, with links in both directions', () => {
    const text = page({ lid: large() });
    assert.deepEqual(rows(text)[0], ['lid', 'object', 'A large one.']);
    assert.match(
      text,
      /\n#### `spec\.lid` <a id="v1\.spec\.lid"><\/a> \[↑\]\(#v1\.spec "spec"\)\n\nA large one\. It has fields\.\n/,
    );
    assert.match(text, /<a id="v1\.spec\.lid\.a"><\/a>`a`/);
    assertLinked(text);
  });

  it('a reference page describes equal objects once', () => {
    const text = page({ front: large(), back: { type: 'array', items: { ...large(), description: 'Other words.' } } });
    const [front, back] = rows(text);
    assert.equal(front?.[1], 'object');
    assert.equal(back?.[1], 'list of object like spec.front');
    assert.equal(text.match(/^####/gm)?.length, 1);
    assertLinked(text);
  });

  it('a reference page describes objects twice that differ at any depth', () => {
    const inner = (type: string) => ({ type: 'object', properties: { ...fields('a', 'b', 'c'), d: { type } } });
    const outer = (type: string) => ({ type: 'object', properties: { ...fields('a', 'b', 'c'), inner: inner(type) } });
    assert.equal(page({ one: outer('string'), two: outer('integer') }).match(/^####/gm)?.length, 4);
  });

  it('a reference page folds types that Kubernetes documents itself', () => {
    const container = large('name', 'image', 'command', 'args', 'env', 'volumeMounts', 'resources', 'imagePullPolicy');
    const text = page({ containers: { type: 'array', items: container }, more: { type: 'array', items: container } });
    assert.deepEqual(
      rows(text)
        .slice(0, 2)
        .map(([, type]) => type),
      ['list of Container', 'list of Container'],
    );
    assert.equal(text.match(/<details>/g)?.length, 1);
    assert.match(text, /<summary><code>spec\.containers&#91;&#93;<\/code>: the fields of Container<\/summary>\n\n/);
    assert.doesNotMatch(text, /^####/m);
    assertLinked(text);
  });

  it('a reference page shows rules as text, and then as code', () => {
    const rules = [{ rule: "self != 'a' ||\n  self != `b`", message: 'must | be' }];
    const text = page({ size: { type: 'string', 'x-kubernetes-validations': rules } });
    assert.deepEqual(rows(text), [['size', 'string', 'Must | be.']]);
    assert.ok(text.includes("- `size`: Must &#124; be.\n\n  ```cel\n  self != 'a' ||\n    self != `b`\n  ```"));
  });

  it('a reference page describes rules that accept unchanged values', () => {
    const rule = '(oldSelf.hasValue() && oldSelf.value().spec == self.spec) || (self.metadata.name.size() < 9)';
    const definition = boxDefinition(
      { v1: { type: 'object' } },
      {
        schema: {
          openAPIV3Schema: {
            type: 'object',
            'x-kubernetes-validations': [{ rule, message: 'too long', optionalOldSelf: true }],
          },
        },
      },
    );
    const read = referencePage(kindOf(definition));
    assert.match(
      read,
      /- Too long\. Existing objects stay valid until their spec changes\.\n\n {2}```cel\n {2}self\.metadata\.name\.size\(\) < 9\n/,
    );
  });

  it('a reference page shows long defaults below the table', () => {
    const value = Object.fromEntries('abcdefghij'.split('').map((name) => [name, `value of ${name}`]));
    const text = page({ labels: { type: 'object', additionalProperties: { type: 'string' }, default: value } });
    assert.equal(rows(text)[0]?.[2], 'see below');
    assert.match(text, /- `labels`: By default:\n\n {2}```json\n {2}\{\n {4}"a": "value of a",/);
  });

  it('a reference page begins with the smallest example, and ends with all of them', () => {
    const example = (title: string, lines: number) => {
      return { apiVersion: 'example.com/v1', title, text: `name: ${title}\n${'x: 1\n'.repeat(lines)}` };
    };
    const text = page({ size: { type: 'string' } }, { examples: [example('large', 3), example('small', 1)] });
    assert.match(text, /### Example <a id="v1:example"><\/a>\n\n```yaml\nname: small\nx: 1\n```/);
    assert.match(
      text,
      /\*\*large\*\*\n\n```yaml\nname: large\n(?:x: 1\n)*```\n\n\*\*small\*\*\n\n```yaml\n[^`]*```\n$/,
    );
    assertLinked(text);
  });

  it('a reference page describes the conditions of a status', () => {
    const definition = boxDefinition({ v1: { type: 'object' } });
    const status = { status: { type: 'object', properties: { conditions: { type: 'array', items: large() } } } };
    const schema = { openAPIV3Schema: { type: 'object', properties: status } };
    const kind = kindOf(boxDefinition({ v1: {} }, { schema }));
    assert.match(
      readText(referencePage(kind, { conditions: standardConditionTypes })),
      /Conditions: .*ChildrenNotReady/,
    );
    assert.doesNotMatch(referencePage(kindOf(definition), { conditions: standardConditionTypes }), /Conditions/);
  });

  it('a reference page describes the columns, selectors and scale of kubectl', () => {
    const more = {
      additionalPrinterColumns: [
        { name: 'Size', type: 'string', jsonPath: '.spec.size' },
        { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp', priority: 1 },
      ],
      selectableFields: [{ jsonPath: '.spec.size' }],
      subresources: { scale: { specReplicasPath: '.spec.count', statusReplicasPath: '.status.count' } },
    };
    const text = referencePage(kindOf(boxDefinition({ v1: { type: 'object' } }, more)));
    assert.deepEqual(rows(text).slice(-2), [
      ['Size', '.spec.size'],
      ['Age', '.metadata.creationTimestamp, with -o wide'],
    ]);
    assert.match(text, /selected by `spec\.size`/);
    assert.match(text, /sets `spec\.count`; the current number is in `status\.count`\./);
  });

  it('a reference page describes fields beside spec, and the constraints of names', () => {
    const properties = {
      data: { type: 'object', additionalProperties: text },
      metadata: { type: 'object', properties: { name: { ...text, maxLength: 20 } } },
    };
    const schema = { openAPIV3Schema: { type: 'object', properties } };
    const page = referencePage(kindOf(boxDefinition({ v1: {} }, { schema })));
    assert.deepEqual(rows(page), [
      ['data', 'map of string to string', ''],
      ['metadata', 'object', ''],
      ['metadata.name', 'string, at most 20 characters', ''],
    ]);
    assertLinked(page);
  });

  it('a reference page reports that the definition names no fields', () => {
    for (const openAPIV3Schema of [
      undefined,
      null,
      {},
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    ]) {
      const page = referencePage(kindOf(boxDefinition({ v1: {} }, { schema: { openAPIV3Schema } })));
      assert.match(page, /<a id="v1"><\/a>\n\nThe definition names no fields\.\n$/);
    }
  });

  it('a reference page describes objects at any depth that definitions may have', () => {
    const deep = Array.from({ length: 240 }).reduce<object>(
      (inner) => ({ type: 'object', properties: { inner } }),
      text,
    );
    assert.match(page({ deep }), /id="v1\.spec\.deep(?:\.inner){240}"/);
  });

  it('a reference page is rendered from definitions only', () => {
    assert.equal(documentedKind({ apiVersion: 'v1', kind: 'ConfigMap' }), undefined);
    assert.equal(documentedKind({ ...boxDefinition({}), apiVersion: 'apiextensions.k8s.io/v1beta1' }), undefined);
  });
});

describe('the page of a kind in several versions', () => {
  const old = {
    type: 'object',
    properties: { colour: text, lid: large('gone'), size: { type: 'integer', maximum: 5 } },
  };
  const current = {
    type: 'object',
    properties: { color: text, lid: large(), size: { type: 'integer' } },
    required: ['size'],
  };

  it('a reference page begins with the stored version, and omits versions that are not served', () => {
    const definition = boxDefinition({ v2: current, v1: old });
    const kind = kindOf(definition);
    assert.deepEqual(
      kind.versions.map(({ name }) => name),
      ['v2', 'v1'],
    );
    assert.deepEqual(kindOf(boxDefinition({ v1: old }, { served: false })).versions, []);
    assertLinked(referencePage(kind));
  });

  it('a reference page lists the fields in which versions differ', () => {
    const text = referencePage(kindOf(boxDefinition({ v2: current, v1: old })));
    const [, differences = ''] = text.split('## Differences between the versions');
    assert.deepEqual(rows(differences), [
      ['spec.color', 'string', ''],
      ['spec.lid.gone', '', 'string'],
      ['spec.size', 'integer', 'integer, at most 5'],
      ['spec.colour', '', 'string'],
      ['spec.size', 'required', 'optional'],
    ]);
  });

  it('a reference page reports that versions don’t differ', () => {
    const text = referencePage(kindOf(boxDefinition({ v2: current, v1: current })));
    assert.match(readText(text), /v2 and v1 have the same fields\.$/);
  });

  it('a reference page warns of deprecated versions', () => {
    const kind = kindOf(boxDefinition({ v2: current }, { deprecated: true, deprecationWarning: 'use | v3' }));
    assert.match(readText(referencePage(kind)), /example\.com\/v2 \(deprecated\).*Deprecated\. use \| v3/);
    const silent = kindOf(boxDefinition({ v2: current }, { deprecated: true }));
    assert.match(readText(referencePage(silent)), /Deprecated\. example\.com\/v2 Box is deprecated/);
  });
});

describe('a page with hostile texts', () => {
  const words = '|a\\|b` <script>alert(1)</script> */ --> {x} $y$ [z](javascript:w)\n# h\n- `c|d`';

  it('a reference page shows hostile texts unchanged, and has no tags but its own', () => {
    const spec = {
      [words]: { type: 'string', description: words, enum: [words], default: words, pattern: words },
      object: { type: 'object', description: words, properties: { [words]: large(words) } },
      rule: { type: 'string', 'x-kubernetes-validations': [{ rule: words, message: words }] },
    };
    const definition = boxDefinition(
      { v1: { type: 'object', properties: spec } },
      { deprecated: true, deprecationWarning: words },
    );
    const text = referencePage(kindOf(definition), {
      examples: [
        { apiVersion: 'example.com/v1', title: words, text: `# \`\`\`\n# ${words}` },
        { apiVersion: 'example.com/v1', title: words, text: words },
      ],
      admission: [words],
    });
    const own = ['a', 'blockquote', 'br', 'code', 'h1', 'h2', 'h3', 'h4', 'li', 'p', 'pre', 'span', 'strong', 'table'];
    const known = new Set([...own, 'tbody', 'td', 'th', 'thead', 'tr', 'ul']);
    assert.deepEqual(
      tags(text).filter((tag) => !known.has(tag)),
      [],
    );
    assert.equal(rows(text)[0]?.[0], words.replaceAll('\n', ' '));
    assertLinked(text);
  });

  it('a reference page has valid links, whatever the names of fields', () => {
    const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 4 }), (names) => {
        assertLinked(page(Object.fromEntries(names.map((each, index) => [each, large(...names, `n${index}`)]))));
      }),
      { numRuns: 200 },
    );
  });
});
