// One mistake at a time: the right rule fires at the right place, and no other.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { CatalogContent, catalogRuleSummaries, validateCatalog, yamlStream } from '../../../lib/olm/index.ts';
import { growth, mostGrowth } from '../../tenant/growth.ts';
import { badCases, commentedCatalogs } from './bad-case.ts';
import {
  type CatalogDraft,
  clusterServiceVersion,
  contentOf,
  goodCatalog,
  inCapitals,
  makeInline,
} from './good-catalog.ts';

const read = (file: string, text: string) => CatalogContent.read(new Map([[file, new TextEncoder().encode(text)]]));

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const bundle = (index: number) => ({
  schema: 'olm.bundle',
  package: 'cache',
  name: `cache.v1.0.${index}`,
  image: `example.com/cache:v1.0.${index}`,
  properties: [{ type: 'olm.package', value: { packageName: 'cache', version: `1.0.${index}` } }],
});
const channel = (name: string, entries: readonly object[]) => ({
  schema: 'olm.channel',
  package: 'cache',
  name,
  entries,
});
const cachePackage = { schema: 'olm.package', name: 'cache', defaultChannel: 'c0' };

/** Hostile catalogs: how they grow → their documents. */
const hostileCatalogs: Readonly<Record<string, (count: number) => readonly object[]>> = {
  'channels of one package': (count) => [
    cachePackage,
    ...numbers(count).flatMap((index) => [bundle(index), channel(`c${index}`, [{ name: `cache.v1.0.${index}` }])]),
  ],
  'pairs of entries that replace each other': (count) => [
    cachePackage,
    ...numbers(count).map(bundle),
    channel(
      'c0',
      numbers(count).map((index) => ({ name: `cache.v1.0.${index}`, replaces: `cache.v1.0.${index ^ 1}` })),
    ),
  ],
  'skipped entries': (count) => [
    cachePackage,
    ...numbers(count).map(bundle),
    channel('c0', [
      ...numbers(count - 1).map((index) => ({ name: `cache.v1.0.${index}` })),
      {
        name: `cache.v1.0.${count - 1}`,
        skips: [...numbers(count - 1), ...numbers(count - 1)].map((index) => `cache.v1.0.${index}`),
      },
    ]),
  ],
  'packages, and channels of none of them': (count) =>
    numbers(count).flatMap((index) => [
      { schema: 'olm.package', name: `cache-${index}`, defaultChannel: 'stable' },
      { ...channel('stable', [{ name: 'cache.v1.0.0' }]), package: `cash-${index}` },
    ]),
};

describe('a valid catalog', () => {
  it('a good catalog has no findings', () => {
    assert.deepEqual(validateCatalog(contentOf(goodCatalog().blobs)), []);
  });

  it('a catalog with manifests instead of images has no findings', () => {
    const draft = goodCatalog();
    for (const [index, bundle] of draft.bundles.entries()) {
      const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'cache' } };
      makeInline(bundle, clusterServiceVersion(bundle.name, `1.${index}.0`), service);
    }
    assert.deepEqual(validateCatalog(contentOf(draft.blobs)), []);
  });

  it('a catalog with capitalized fields, which opm reads, has no findings', () => {
    const blobs = goodCatalog().blobs.map(inCapitals);
    assert.deepEqual(validateCatalog(contentOf(blobs)), []);
  });

  it('a catalog keeps fields of any case in documents and properties that opm doesn’t parse', () => {
    const draft = goodCatalog();
    const value = { name: 'a', Name: 'b' };
    draft.bundles[0].properties.push({ type: 'com.example.names', value });
    draft.blobs.push({ schema: 'com.example.badge', Image: value });
    const content = contentOf(draft.blobs);
    assert.deepEqual(validateCatalog(content), []);
    assert.deepEqual(content.blobs.at(-1)?.value, { schema: 'com.example.badge', Image: value });
    assert.deepEqual(content.bundles()[0]?.at('properties').items.at(-1)?.at('value').value, value);
  });

  it('a channel may skip a release that the catalog no longer offers, and clusters have', () => {
    const draft = goodCatalog();
    draft.stable.entries[2]?.skips?.push('cache-operator.v1.1.1');
    assert.deepEqual(validateCatalog(contentOf(draft.blobs)), []);
  });

  it('a catalog is also read from YAML', () => {
    const text = 'schema: olm.package\nname: cache\n---\nschema: com.example.note\nname: one\n';
    assert.deepEqual(
      read('catalog.yaml', text).blobs.map(({ path }) => path),
      ['olm.package[cache]', 'com.example.note[one]'],
    );
  });
});

describe('a catalog with one mistake', () => {
  for (const { rule, title, edit, path, says, also = [] } of badCases) {
    it(`a catalog has a finding for ${title} [${rule}]`, () => {
      const draft = goodCatalog();
      edit(draft);
      const found = validateCatalog(contentOf(draft.blobs));
      const own = found.filter((each) => each.rule === rule);
      assert.deepEqual(
        found.filter((each) => each.rule !== rule && !also.includes(each.rule)),
        [],
      );
      const finding = own.find((each) => each.path === path);
      assert.ok(finding, `found at ${JSON.stringify(own.map((each) => each.path))} instead of ${path}`);
      if (says !== undefined) assert.match(`${finding.what}; ${finding.remedy}`, says);
      for (const other of also)
        assert.ok(
          found.some((each) => each.rule === other),
          `${other} hasn't fired`,
        );
    });
  }

  it('a catalog with a syntax error is reported as unreadable [blob-readable]', () => {
    const found = validateCatalog(read('catalog.yaml', 'schema: [\n'));
    assert.deepEqual(
      found.map(({ rule, file }) => [rule, file]),
      [['blob-readable', 'catalog.yaml']],
    );
  });

  it('an empty file in a catalog is reported [file-empty]', () => {
    assert.deepEqual(
      validateCatalog(read('catalog.yaml', '')).map(({ severity, rule }) => [severity, rule]),
      [['warning', 'file-empty']],
    );
  });

  for (const [what, isBlank, edit] of commentedCatalogs) {
    it(`a catalog is ${isBlank ? 'reported' : 'accepted'} with ${what} [blob-blank]`, () => {
      const found = validateCatalog(read('catalog.yaml', edit(yamlStream(goodCatalog().blobs))));
      assert.deepEqual(
        found.map(({ severity, rule }) => [severity, rule]),
        isBlank ? [['error', 'blob-blank']] : [],
      );
    });
  }

  it('a catalog with values of the wrong form is still validated for other packages', () => {
    const draft = goodCatalog();
    Object.assign(draft.stable, { entries: 1 });
    draft.blobs.push({ schema: 'olm.package', name: 'empty', defaultChannel: 'stable' });
    assert.deepEqual(
      validateCatalog(contentOf(draft.blobs)).map(({ rule }) => rule),
      ['blob-form', 'package-default-channel'],
    );
  });

  it('a catalog that is nested too deep or contains itself is reported as unreadable [blob-readable]', () => {
    for (const text of [
      'schema: olm.package\nname: cache\nmore: &more {again: *more}\n',
      `{"schema":"olm.package","x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    ]) {
      assert.deepEqual(
        validateCatalog(read('catalog.yaml', text)).map(({ rule, file }) => [rule, file]),
        [['blob-readable', 'catalog.yaml']],
      );
    }
  });

  it('a list in a catalog is reported [blob-readable]', () => {
    assert.equal(validateCatalog(read('catalog.yaml', '- schema: olm.package\n'))[0]?.rule, 'blob-readable');
  });
});

describe('one mistake in a catalog', () => {
  const cases: readonly {
    readonly title: string;
    readonly edit: (draft: CatalogDraft) => void;
    readonly found: string;
  }[] = [
    {
      title: 'a package that is missing',
      edit: ({ blobs }) => removeBlobs(blobs, 'olm.package'),
      found: 'blob-package olm.channel[cache-operator/stable].package',
    },
    {
      title: 'a package without a name',
      edit: (draft) => (draft.package.name = ''),
      found: 'package-name olm.package[].name',
    },
    {
      title: 'a package without channels',
      edit: ({ blobs }) => removeBlobs(blobs, 'olm.channel', 'olm.deprecations'),
      found: 'package-default-channel olm.package[cache-operator]',
    },
    {
      title: 'a channel without a package',
      edit: ({ stable }) => Reflect.deleteProperty(stable, 'package'),
      found: 'blob-package olm.channel[stable].package',
    },
    {
      title: 'a document without a schema',
      edit: ({ stable }) => Reflect.deleteProperty(stable, 'schema'),
      found: 'blob-schema [cache-operator/stable].schema',
    },
    {
      title: 'channels without entries',
      edit: ({ blobs, stable }) => {
        removeBlobs(blobs, 'olm.channel', 'olm.deprecations');
        blobs.push(stable);
        stable.entries = [];
      },
      found: 'channel-entries olm.channel[cache-operator/stable].entries',
    },
    {
      title: 'a bundle without properties',
      edit: ({ bundles }) => (bundles[0].properties = []),
      found: 'bundle-version olm.bundle[cache-operator.v1.0.0].properties',
    },
  ];
  for (const { title, edit, found } of cases) {
    it(`a catalog with one mistake has one finding: ${title}`, () => {
      const draft = goodCatalog();
      edit(draft);
      assert.deepEqual(
        validateCatalog(contentOf(draft.blobs)).map(({ rule, path }) => `${rule} ${path}`),
        [found],
      );
    });
  }

  it('a catalog with a file that can’t be read has one finding', () => {
    const text = goodCatalog()
      .blobs.map((blob) => JSON.stringify(blob))
      .join('\n---\n');
    assert.deepEqual(
      validateCatalog(read('catalog.yaml', text.replace('{', '['))).map(({ rule }) => rule),
      ['blob-readable'],
    );
  });
});

describe('another mistake in a catalog', () => {
  it('a missing bundle is found beside deprecations of an unknown package', () => {
    const draft = goodCatalog();
    draft.blobs.push({ schema: 'olm.deprecations', package: 'other', entries: [] });
    draft.stable.entries.push({ name: 'cache-operator.v9.0.0', replaces: 'cache-operator.v1.2.0' });
    assert.deepEqual(
      validateCatalog(contentOf(draft.blobs)).map(({ rule }) => rule),
      ['blob-package', 'channel-bundle'],
    );
  });

  it('a channel without a name is found beside a document of an unknown package', () => {
    const draft = goodCatalog();
    draft.blobs.push({ schema: 'olm.channel', package: 'other', name: 'stable', entries: [{ name: 'other.v1.0.0' }] });
    draft.fast.name = '';
    assert.deepEqual(
      validateCatalog(contentOf(draft.blobs)).map(({ rule }) => rule),
      ['blob-package', 'channel-name'],
    );
  });
});

function removeBlobs(blobs: CatalogDraft['blobs'], ...schemas: readonly string[]): void {
  blobs.splice(
    0,
    blobs.length,
    ...blobs.filter((blob) => !('schema' in blob && schemas.includes(String(blob.schema)))),
  );
}

describe('a catalog of anything', () => {
  /** A value in which some other value was put in the place of one of its parts. */
  function tampered(value: unknown, path: readonly number[], other: unknown): unknown {
    const [step, ...rest] = path;
    if (step === undefined || typeof value !== 'object' || value === null) return other;
    const keys = Object.keys(value);
    const key = keys[step % Math.max(keys.length, 1)];
    if (key === undefined) return other;
    const changed = Object.entries(value).map(([name, inner]) => [
      name,
      name === key ? tampered(inner, rest, other) : inner,
    ]);
    return Array.isArray(value) ? changed.map(([, inner]) => inner) : Object.fromEntries(changed);
  }

  it('any documents of a catalog are validated, and each finding has a text and a remedy', () => {
    const paths = fc.array(fc.nat(20), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(paths, fc.jsonValue(), (path, other) => {
        const blobs = tampered(goodCatalog().blobs, path, other);
        const text = Array.isArray(blobs)
          ? blobs.map((blob) => JSON.stringify(blob)).join('\n---\n')
          : JSON.stringify(blobs);
        for (const { what, remedy } of validateCatalog(read('catalog.yaml', text)))
          assert.ok(what !== '' && remedy !== '');
      }),
      { numRuns: 500 },
    );
  });
});

describe('the rules of catalogs', () => {
  it('catalog rules have unique ids', () => {
    const ids = catalogRuleSummaries().map(({ id }) => id);
    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
    );
  });

  it('each catalog rule has a bad catalog that breaks it', () => {
    const shown = new Set(['blob-blank', 'blob-readable', 'file-empty', ...badCases.map(({ rule }) => rule)]);
    assert.deepEqual(
      catalogRuleSummaries()
        .map(({ id }) => id)
        .filter((id) => !shown.has(id)),
      [],
    );
  });
});

describe('a hostile catalog', () => {
  for (const [title, blobs] of Object.entries(hostileCatalogs)) {
    it(`the validation of a hostile catalog takes time in proportion to it: ${title}`, () => {
      const work = (count: number) => {
        const text = blobs(count).map((blob) => JSON.stringify(blob));
        return () => validateCatalog(read('catalog.json', text.join('\n')));
      };
      const measured = growth(work, 1_000);
      assert.ok(measured < mostGrowth, `sixteen times the size takes ${measured.toFixed(1)} times the processor time`);
    });
  }
});
