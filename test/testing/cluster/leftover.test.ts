import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { clearDirectories } from '../../../lib/testing/cluster/leftover.ts';
import { runName } from '../../../lib/testing/cluster/run-name.ts';

const self = process.getuid?.();
/** No process began before the machine did. */
const orphan = runName(process.pid).replace(/-\d+-(?=[0-9a-f]+$)/, '-0-');

describe('clearDirectories', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'operand-test-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /** Creates a directory with this name. */
  function leave(name: string): string {
    const path = join(root, name);
    mkdirSync(join(path, 'volumes'), { recursive: true });
    return path;
  }

  it('clearDirectories removes the directories of a cluster whose owner has ended', async () => {
    const path = leave(orphan);
    await clearDirectories(root, self);
    assert.equal(existsSync(path), false);
  });

  it('clearDirectories follows no symbolic link', async () => {
    const other = leave('other');
    symlinkSync(other, join(root, orphan));
    await clearDirectories(root, self);
    assert.ok(existsSync(join(other, 'volumes')));
  });

  it('clearDirectories keeps the directories of another user', async () => {
    const path = leave(orphan);
    await clearDirectories(root, Number(self) + 1);
    assert.ok(existsSync(path));
  });

  it('clearDirectories keeps the directories of a running cluster', async () => {
    const path = leave(runName(process.pid));
    await clearDirectories(root, self);
    assert.ok(existsSync(path));
  });
});
