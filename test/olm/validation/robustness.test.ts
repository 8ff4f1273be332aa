// Whatever a bundle holds, the rules have an answer.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BundleContent } from '../../../lib/olm/content/index.ts';
import { rules } from '../../../lib/olm/validation/rules/rule-book.ts';
import { goodBundle, goodBundleNames } from './corpus/good-bundle.ts';

/** Values of another type than the expected one. */
const strangers = [undefined, null, '', 'x', 7, true, [], {}, ['x'], { x: 1 }];

/** One in so many places gets a stranger: enough to meet each rule, and to be done in seconds. */
const stride = 173;

type Path = readonly (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, [...path, name]))];
}

function replaced(value: unknown, [name, ...rest]: Path, by: unknown): unknown {
  if (name === undefined) return by;
  if (Array.isArray(value)) return value.with(Number(name), replaced(value[Number(name)], rest, by));
  const object = value as Readonly<Record<string, unknown>>;
  return { ...object, [name]: replaced(object[name], rest, by) };
}

describe('a rule', () => {
  it('the rules of bundles never throw for values of any type', () => {
    let count = 0;
    for (const name of goodBundleNames) {
      const { files, manifestDocuments, metadataDocuments } = goodBundle(name).content();
      for (const { root } of [...manifestDocuments, ...metadataDocuments]) {
        for (const path of pathsIn(root.value)) {
          for (const stranger of strangers) {
            count += 1;
            if (count % stride !== 0) continue;
            const text = JSON.stringify(replaced(root.value, path, stranger)) ?? '';
            const bundle = new BundleContent(new Map(files).set(root.file, new TextEncoder().encode(text)));
            for (const { id, check } of rules) {
              assert.doesNotThrow(() => [...check(bundle, { audiences: ['community', 'olm-v1'] })], `${id}: ${text}`);
            }
          }
        }
      }
    }
    assert.ok(count > 100 * stride, `${count} places`);
  });

  it('the rules of bundles never throw for any files', () => {
    for (const text of ['', 'null', '[]', '7', '"x"', '{', '\u0000']) {
      const paths = [
        'manifests/a.yaml',
        'metadata/annotations.yaml',
        'bundle.Dockerfile',
        'tests/scorecard/config.yaml',
      ];
      const bundle = new BundleContent(new Map(paths.map((path) => [path, new TextEncoder().encode(text)])));
      for (const { id, check } of rules) assert.doesNotThrow(() => [...check(bundle, { audiences: [] })], id);
    }
  });
});
