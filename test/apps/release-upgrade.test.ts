// Each app over its newest release: who has that installed can have what the code is now.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';

const apps = fileURLToPath(new URL('../../apps', import.meta.url));

interface Found {
  readonly upgrades: readonly { readonly findings: readonly { readonly severity: string; readonly rule: string }[] }[];
}

for (const app of ['database', 'memcached']) {
  describe(`an upgrade of ${app}`, () => {
    let scratch: string;
    let releases: string;

    before(async () => {
      scratch = await mkdtemp(join(tmpdir(), 'operand-releases-'));
      const published = join(apps, app, 'releases');
      const names = (await readdir(published)).filter((name) => !name.startsWith('.'));
      releases = names.length > 0 ? published : await released(join(scratch, 'first'));
    });

    after(() => rm(scratch, { recursive: true }));

    const program = join(apps, app, 'main.ts');

    function run(words: readonly string[], cwd = scratch): Promise<{ readonly code: number; readonly stdout: string }> {
      return new Promise((resolve) => {
        execFile(process.execPath, [program, ...words], { cwd }, (error, stdout) => {
          resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout });
        });
      });
    }

    /** The app as it is now, as long as nothing of it has been published. */
    async function released(directory: string): Promise<string> {
      await run(['synth', '--bundle', directory, '--output', join(scratch, 'dist')]);
      return directory;
    }

    async function check(against: string): Promise<readonly string[]> {
      const { code, stdout } = await run(['check-upgrade', '--against', against, '--output', 'json']);
      const { upgrades }: Found = JSON.parse(stdout);
      const found = upgrades.flatMap(({ findings }) => findings);
      assert.equal(code, found.some(({ severity }) => severity === 'breaking') ? 1 : 0);
      return found.filter(({ severity }) => severity === 'breaking').map(({ rule }) => rule);
    }

    it('breaks nobody', async () => {
      assert.deepEqual(await check(releases), []);
    });

    it('would be seen to drop a field and to change what is immutable', async () => {
      const copy = join(scratch, 'copy');
      await cp(releases, copy, { recursive: true });
      for (const entry of await readdir(copy, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        if (!entry.isFile()) continue;
        const text = await readFile(path, 'utf8');
        await writeFile(
          path,
          entry.parentPath.endsWith('children') ? withOtherSelectors(text) : withOneFieldMore(text),
        );
      }
      const rules = new Set(await check(copy));
      assert.deepEqual([...rules].sort(), ['field-removed', 'immutable-changed']);
    });
  });
}

function withOtherSelectors(children: string): string {
  return children.replace(/^( +)matchLabels:\n/gm, '$&$1  planted: "true"\n');
}

/** A definition that has had a field more; other texts as they are. */
function withOneFieldMore(text: string): string {
  if (!/^kind: CustomResourceDefinition$/m.test(text)) return text;
  const definition = parse(text);
  for (const version of definition.spec.versions) {
    version.schema.openAPIV3Schema.properties.spec.properties.planted = { type: 'string' };
  }
  return stringify(definition);
}
