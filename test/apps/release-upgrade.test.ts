// Upgrades from the newest release of each app to the current code.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import semver from 'semver';
import { parse, stringify } from 'yaml';

const apps = fileURLToPath(new URL('../../apps', import.meta.url));

/** The apps with a release. */
const names = ['database', 'memcached'];

interface Upgrade {
  readonly operator: string;
  /** Absent before the first release. */
  readonly from?: string;
  readonly findings: readonly { readonly severity: string; readonly rule: string }[];
}

interface Checked {
  readonly code: number;
  readonly upgrades: readonly Upgrade[];
}

/** Returns the rules that an upgrade breaks, each once. */
function breaking(upgrades: readonly Upgrade[]): readonly string[] {
  const found = upgrades.flatMap(({ findings }) => findings);
  return [...new Set(found.filter(({ severity }) => severity === 'breaking').map(({ rule }) => rule))];
}

describe('an upgrade', () => {
  let scratch: string;

  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'operand-releases-'));
  });

  after(() => rm(scratch, { recursive: true }));

  function check(program: string, ...words: readonly string[]): Promise<Checked> {
    return new Promise((resolve) => {
      const all = [join(apps, program), 'check-upgrade', '--format', 'json', ...words];
      execFile(process.execPath, all, { cwd: scratch }, (error, stdout) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, ...JSON.parse(stdout) });
      });
    });
  }

  it('an upgrade breaks no installation of the newest release of an app', async () => {
    const { code, upgrades } = await check('main.ts');
    assert.deepEqual(
      upgrades.flatMap(({ operator, from }) => (from === undefined ? [] : [{ operator, from }])),
      await Promise.all(names.map(async (name) => ({ operator: `${name}-operator`, from: await newestRelease(name) }))),
    );
    assert.deepEqual(breaking(upgrades), []);
    assert.equal(code, 0);
  });

  for (const name of names) {
    it(`an upgrade of ${name} with a removed field and changes of immutable fields would be reported`, async () => {
      const copy = join(scratch, name);
      await cp(join(apps, name, 'releases'), copy, { recursive: true });
      for (const entry of await readdir(copy, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        if (!entry.isFile()) continue;
        const text = await readFile(path, 'utf8');
        await writeFile(
          path,
          entry.parentPath.endsWith('children') ? withOtherSelectors(text) : withOneFieldMore(text),
        );
      }
      const { code, upgrades } = await check(`${name}/main.ts`, '--against', copy);
      assert.deepEqual(breaking(upgrades).toSorted(), ['field-removed', 'immutable-changed']);
      assert.equal(code, 1);
    });
  }
});

async function newestRelease(name: string): Promise<string | undefined> {
  return (await readdir(join(apps, name, 'releases'))).toSorted(semver.compare).at(-1);
}

function withOtherSelectors(children: string): string {
  return children.replace(/^( +)matchLabels:\n/gm, '$&$1  planted: "true"\n');
}

/** Adds a field to a CRD; returns other texts unchanged. */
function withOneFieldMore(text: string): string {
  if (!/^kind: CustomResourceDefinition$/m.test(text)) return text;
  const definition = parse(text);
  for (const version of definition.spec.versions) {
    version.schema.openAPIV3Schema.properties.spec.properties.planted = { type: 'string' };
  }
  return stringify(definition);
}
