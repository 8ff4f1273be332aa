// Tests a bundle in a directory without other files.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const boxes = fileURLToPath(new URL('../programs/boxes.ts', import.meta.url));
const released = fileURLToPath(new URL('../programs/released.ts', import.meta.url));
const brokenRules = fileURLToPath(new URL('../programs/broken-rules.ts', import.meta.url));

describe('a bundled program', () => {
  let directory: string;
  let bundle: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-build-'));
    await program([boxes, 'build', '--output=bundle']);
    bundle = join(directory, 'bundle/main.mjs');
  });

  after(() => rm(directory, { recursive: true }));

  function program(args: readonly string[]): Promise<{ readonly stdout: string }> {
    return run(process.execPath, args, { cwd: directory });
  }

  async function texts(): Promise<string[]> {
    return await Promise.all((await chunks()).map((name) => readFile(join(directory, 'bundle', name), 'utf8')));
  }

  it('a bundled program writes the same manifests as its sources, without their dependencies', async () => {
    await program([boxes, 'synth', '--output=from-sources']);
    await program([bundle, 'synth', '--output=from-bundle']);
    const name = 'box-operator.k8s.yaml';
    const expected = await readFile(join(directory, 'from-sources', name), 'utf8');
    assert.equal(await readFile(join(directory, 'from-bundle', name), 'utf8'), expected);
  });

  it('a bundled program loads the run time for the command run, and not for synth', async () => {
    const [hook, list] = [join(directory, 'hook.mjs'), join(directory, 'loaded.txt')];
    await writeFile(
      hook,
      `import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({ load: (url, context, next) => (appendFileSync(${JSON.stringify(list)}, url + '\\n'), next(url, context)) });
`,
    );
    const isRunTimeLoaded = async () => {
      const urls = (await readFile(list, 'utf8')).trim().split('\n');
      const modules = urls.filter((url) => url.startsWith('file:')).map((url) => readFile(new URL(url), 'utf8'));
      await rm(list);
      return (await Promise.all(modules)).some((text) => text.includes('caches are full'));
    };
    await program(['--import', hook, bundle, 'synth', '--output=loaded']);
    assert.equal(await isRunTimeLoaded(), false);
    await assert.rejects(program(['--import', hook, bundle, 'run', '--kubeconfig=missing.json']), /missing\.json/);
    assert.equal(await isRunTimeLoaded(), true);
  });

  it('a bundled program reports the same errors in CEL rules and patterns as its sources', async () => {
    await program([brokenRules, 'build', '--output=broken']);
    for (const path of [brokenRules, join(directory, 'broken/main.mjs')]) {
      await assert.rejects(
        program([path]),
        /spec\.size.*syntax error.*\n.*spec\.colour.*not a valid RE2 regular expression/,
      );
    }
  });

  it('a bundled program reports the same errors in YAML as its sources', async () => {
    await program([released, 'build', '--output=released']);
    await program([released, 'synth', '--bundle=releases']);
    await writeFile(join(directory, 'flawed.yaml'), '- a: 1\n  a: 2\n');
    for (const path of [released, join(directory, 'released/main.mjs')]) {
      await assert.rejects(
        program([path, 'check-upgrade', '--against=releases', '--accept=flawed.yaml']),
        /flawed\.yaml can't be read: a occurs twice, again at line 2/,
      );
    }
  });

  it('a bundled program lacks the commands that need files of the project, and the cluster for tests', async () => {
    for (const command of ['dev', 'dashboard']) {
      await assert.rejects(program([bundle, command]), /this program is a bundle.*: run it by `npx operand`/);
    }
    for (const text of await texts()) assert.ok(!text.includes('EmbeddedCluster'));
  });

  it('a bundled program contains no language of zod but English', async () => {
    const text = (await texts()).join('');
    assert.match(text, /Invalid input: expected/);
    assert.doesNotMatch(text, /Entr\S+e invalide/);
  });

  it('a bundled program logs in by plugins, without the APIs and kinds of the official client', async () => {
    const user = { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: './no-plugin' } };
    const kubeconfig = {
      clusters: [{ name: 'there', cluster: { server: 'https://127.0.0.1:1' } }],
      users: [{ name: 'ada', user }],
      contexts: [{ name: 'here', context: { cluster: 'there', user: 'ada' } }],
      'current-context': 'here',
    };
    await writeFile(join(directory, 'plugin.json'), JSON.stringify(kubeconfig));
    await assert.rejects(
      program([bundle, 'run', '--kubeconfig=plugin.json']),
      /got no credentials from its plugin \(spawn .*no-plugin ENOENT\)/,
    );
    for (const text of await texts()) assert.doesNotMatch(text, /CoreV1Api/);
  });

  it('a bundle contains only characters of one byte, so that V8 doesn’t keep it in two bytes for each', async () => {
    for (const text of await texts()) assert.doesNotMatch(text, /[^\0-\u00ff]/);
  });

  it('a build replaces the chunks of the last bundle, and keeps other files', async () => {
    const expected = await chunks();
    const stale = join(directory, 'bundle/chunks/stale-AAAAAAAA.mjs');
    const [chunk = ''] = expected;
    await copyFile(join(directory, 'bundle', chunk), stale);
    await writeFile(`${stale}.map`, '{}');
    const foreign = join(directory, 'bundle/chunks/foreign.mjs');
    await writeFile(foreign, 'export {};');
    await program([boxes, 'build', '--output=bundle']);
    assert.deepEqual(await chunks(), [...expected, 'chunks/foreign.mjs'].toSorted());
    assert.ok(!existsSync(`${stale}.map`));
    await rm(foreign);
  });

  it('a build writes nothing to a directory with files of another program', async () => {
    const main = join(directory, 'main.mjs');
    await writeFile(main, 'process.exit(0);');
    await assert.rejects(
      program([boxes, 'build', '--output=.']),
      /main\.mjs exists, and `build` hasn't written it: name another directory with --output/,
    );
    assert.equal(await readFile(main, 'utf8'), 'process.exit(0);');
  });

  it('a build without esbuild names the package to install', async () => {
    await assert.rejects(program([bundle, 'build']), /bundling needs esbuild: run `npm install --save-dev esbuild`/);
  });

  it('a failed build names the module that can’t be bundled, and keeps the last bundle', async () => {
    const broken = join(directory, 'broken.ts');
    await writeFile(
      broken,
      `import { main } from '${fileURLToPath(import.meta.resolve('operand/cli'))}';
import { App } from '${fileURLToPath(import.meta.resolve('cdk8s'))}';
if (process.argv.length === 0) await import('../gone.ts');
await main(new App());
`,
    );
    const expected = await chunks();
    await assert.rejects(
      program([broken, 'build', '--output=bundle']),
      /broken\.ts can't be bundled: fix the errors of esbuild: .*gone\.ts/s,
    );
    assert.deepEqual(await chunks(), expected);
  });

  async function chunks(): Promise<string[]> {
    const names = await readdir(join(directory, 'bundle'), { recursive: true });
    return names.filter((name) => name.endsWith('.mjs')).toSorted();
  }
});
