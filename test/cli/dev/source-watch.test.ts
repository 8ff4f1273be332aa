import assert from 'node:assert/strict';
import fs from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { SourceWatch } from '../../../lib/cli/dev/source-watch.ts';
import { until } from '../../until.ts';

describe('a watch of sources', () => {
  let root: string;

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'operand-watch-'));
  });

  after(() => rm(root, { recursive: true }));

  it('a watch of sources notices changes in a directory that was removed and is there again', async () => {
    const directory = join(root, 'controllers');
    const path = join(directory, 'controller.ts');
    const changed: string[] = [];
    await mkdir(directory);
    await writeFile(path, '1');
    using sources = new SourceWatch(
      (each) => void changed.push(each),
      () => assert.fail(),
    );
    sources.add(path);

    const removal = sources.nextChange();
    await rm(directory, { recursive: true });
    await until('the removal is noticed', () => removal.aborted);
    await mkdir(directory);
    await writeFile(path, '2');
    // The next session reports its modules.
    sources.add(path);

    const change = sources.nextChange();
    await writeFile(path, '3');
    await until('the change is noticed', () => change.aborted);
    assert.ok(
      changed.every((each) => each === path),
      String(changed),
    );
  });

  it('a watch of sources reports the limit of the system that leaves a directory without a watch', (test) => {
    const remarks: string[] = [];
    using sources = new SourceWatch(
      () => assert.fail(),
      (remark) => void remarks.push(remark),
    );
    const refused = test.mock.method(fs, 'watch', () => assert.fail());
    test.after(() => {
      test.mock.restoreAll();
      syncBuiltinESMExports();
    });
    syncBuiltinESMExports();
    for (const code of ['ENOSPC', 'EMFILE', 'ENOENT']) {
      refused.mock.mockImplementation(() => {
        throw Object.assign(new Error(code), { code });
      });
      sources.add(join(root, 'app.ts'));
    }
    assert.deepEqual(
      remarks.map((remark) => /raise (\S+), as by "sudo sysctl \1=\d+"/.exec(remark)?.[1]),
      ['fs.inotify.max_user_watches', 'fs.inotify.max_user_instances'],
    );
  });
});
