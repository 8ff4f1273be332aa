import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it, type mock } from 'node:test';
import { clearRunDirectories, freePort } from '../../../lib/testing/control-plane/taken-run-directory.ts';
import { processIdentity } from '../../../lib/testing/supervisor/process-identity.ts';

const self = process.getuid?.();
const identity = processIdentity(process.pid);
/** No process began before the machine did. */
const gone = identity.replace(/-\d+-/, '-0-');

describe('clearRunDirectories', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'operand-test-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /** Creates a directory with this name and owner. */
  function leave(name: string, owner: string | undefined): string {
    const path = join(root, name);
    mkdirSync(path);
    if (owner !== undefined) writeFileSync(join(path, 'owner'), owner);
    return path;
  }

  it('clearRunDirectories removes directories whose owners have ended', async () => {
    const path = leave('operand-control-plane-20001', gone);
    await clearRunDirectories(root, self);
    assert.equal(existsSync(path), false);
  });

  it('clearRunDirectories keeps directories whose owners are alive, or have not written their identity', async () => {
    const paths = [leave('operand-control-plane-20001', identity), leave('operand-control-plane-20002', undefined)];
    await clearRunDirectories(root, self);
    assert.deepEqual(paths.map(existsSync), [true, true]);
  });

  it('clearRunDirectories removes directories that have had no owner for minutes', async () => {
    const paths = [
      leave('operand-control-plane-20001', undefined),
      leave('operand-control-plane-20002', ''),
      leave('operand-control-plane-20003', identity),
    ];
    for (const path of paths) utimesSync(path, 0, 0);
    await clearRunDirectories(root, self);
    assert.deepEqual(paths.map(existsSync), [false, false, true]);
  });

  it('clearRunDirectories keeps directories with other names, and those of another user', async () => {
    const other = leave('other', gone);
    await clearRunDirectories(root, self);
    const path = leave('operand-control-plane-20001', gone);
    await clearRunDirectories(root, Number(self) + 1);
    assert.deepEqual([other, path].map(existsSync), [true, true]);
  });

  it('clearRunDirectories follows no symbolic link', async () => {
    const other = leave('other', gone);
    symlinkSync(other, join(root, 'operand-control-plane-20001'));
    await clearRunDirectories(root, self);
    assert.ok(existsSync(other));
  });
});

describe('freePort', () => {
  it('freePort finds a port that no system uses for outgoing connections', async () => {
    const port = await freePort();
    assert.ok(port >= 20_000 && port < 30_000);
    const server = createServer();
    await once(server.listen(port, '127.0.0.1'), 'listening');
    server.close();
  });

  /** Lets the next attempts to listen fail; the last code stays. */
  function refuse(mocked: typeof mock, ...codes: readonly string[]) {
    const left = [...codes];
    return mocked.method(Server.prototype, 'listen', function (this: Server) {
      const code = left.length > 1 ? left.shift() : left[0];
      process.nextTick(() => this.emit('error', Object.assign(new Error(`listen ${code}`), { code })));
      return this;
    });
  }

  it('freePort reports that no program can listen on loopback', async (test) => {
    const { mock: listen } = refuse(test.mock, 'EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL');
    await assert.rejects(freePort(), /no program can listen on 127\.0\.0\.1.*: listen EADDRNOTAVAIL; enable loopback/);
    assert.equal(listen.callCount(), 3);
  });

  it('freePort reports that all ports which it tries are in use', async (test) => {
    const { mock: listen } = refuse(test.mock, 'EADDRINUSE');
    await assert.rejects(freePort(), /none of 50 random ports .* is free/);
    assert.equal(listen.callCount(), 50);
  });
});
