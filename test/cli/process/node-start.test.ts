import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { nodeVersionProblem } from '../../../lib/cli/process/node-start.ts';
import manifest from '../../../lib/package.json' with { type: 'json' };

const run = promisify(execFile);
const memcached = new URL('../../../apps/memcached/main.ts', import.meta.url).href;

describe('a start', () => {
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-start-'));
  });

  after(() => rm(directory, { recursive: true }));

  it('a start of an app caches its compiled code by default', async () => {
    assert.notEqual(await cacheOfStart({}), undefined);
  });

  it('a start of an app caches its compiled code in $NODE_COMPILE_CACHE if it is set', async () => {
    const cache = join(directory, 'cache');
    assert.ok((await cacheOfStart({ NODE_COMPILE_CACHE: cache }))?.startsWith(cache));
    assert.notDeepEqual(await readdir(cache), []);
  });

  it('a start of an app caches no compiled code with NODE_DISABLE_COMPILE_CACHE', async () => {
    assert.equal(await cacheOfStart({ NODE_DISABLE_COMPILE_CACHE: '1' }), undefined);
  });

  /** Returns the directory of Node's compile cache after the program of an app has started. */
  async function cacheOfStart(environment: Readonly<Record<string, string>>): Promise<string | undefined> {
    const { NODE_COMPILE_CACHE: _, ...inherited } = process.env;
    const program = `
      await import(${JSON.stringify(memcached)});
      const { getCompileCacheDir } = await import('node:module');
      process.stdout.write('\\n' + JSON.stringify([getCompileCacheDir()]));
    `;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: directory,
      env: { ...inherited, ...environment },
    });
    const [found]: (string | null)[] = JSON.parse(stdout.slice(stdout.lastIndexOf('\n')));
    return found ?? undefined;
  }
});

describe('the version of Node', () => {
  it('Node versions older than that in the package’s engines are reported, and newer ones accepted', () => {
    const oldest = manifest.engines.node.replace('>=', '');
    assert.equal(nodeVersionProblem(`${oldest}.0`), undefined);
    assert.equal(nodeVersionProblem(process.versions.node), undefined);
    assert.match(
      nodeVersionProblem('22.18.1') ?? '',
      new RegExp(`^operand needs Node ${oldest} or later, and this is 22.18.1:`),
    );
    assert.match(nodeVersionProblem('20.19.4') ?? '', /this is 20\.19\.4: install the current LTS$/);
    assert.equal(nodeVersionProblem('23.0.0'), undefined);
  });
});
