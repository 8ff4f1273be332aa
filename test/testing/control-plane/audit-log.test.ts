import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { AuditLog } from '../../../lib/testing/control-plane/audit-log.ts';

const line = (auditID: string, stage: string, code?: number): string =>
  `${JSON.stringify({ auditID, stage, verb: 'get', ...(code !== undefined && { responseStatus: { code } }) })}\n`;

describe('AuditLog', () => {
  let directory: string;
  let path: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'audit-log-'));
    path = join(directory, 'audit.jsonl');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('the audit log returns each request once, with its response, in the order of arrival', async () => {
    writeFileSync(
      path,
      line('a', 'RequestReceived') +
        line('b', 'RequestReceived') +
        line('b', 'ResponseComplete', 200) +
        line('a', 'ResponseComplete', 409),
    );
    const events = await new AuditLog(path).events();
    assert.deepEqual(
      events.map((event) => [event.auditID, event.responseStatus?.code]),
      [
        ['a', 409],
        ['b', 200],
      ],
    );
  });

  it('the audit log waits for the responses to the requests that are under way', async () => {
    writeFileSync(path, line('a', 'RequestReceived'));
    const events = new AuditLog(path).events();
    appendFileSync(path, line('b', 'RequestReceived') + line('a', 'ResponseComplete', 201));
    assert.deepEqual(
      (await events).map((event) => [event.auditID, event.responseStatus?.code]),
      [['a', 201]],
    );
  });

  it('the audit log does not wait for an open watch', async () => {
    writeFileSync(path, line('w', 'RequestReceived') + line('w', 'ResponseStarted', 200));
    assert.equal((await new AuditLog(path).events()).length, 1);
  });

  it('a later read of the audit log begins with the events of the earlier one', async () => {
    writeFileSync(path, line('a', 'RequestReceived') + line('a', 'ResponseComplete', 200));
    const log = new AuditLog(path);
    const earlier = await log.events();
    appendFileSync(path, line('b', 'RequestReceived') + line('b', 'ResponseComplete', 200));
    const later = await log.events();
    assert.deepEqual(later.slice(0, earlier.length), earlier);
    assert.deepEqual(
      later.slice(earlier.length).map((event) => event.auditID),
      ['b'],
    );
  });

  it('the audit log drops half a line, and waits for no response of a killed server', async () => {
    writeFileSync(path, `${line('a', 'RequestReceived')}{"auditID":"b","sta`);
    const log = new AuditLog(path);
    log.abandonRequests();
    appendFileSync(path, line('c', 'RequestReceived') + line('c', 'ResponseComplete', 200));
    const events = await log.events();
    assert.deepEqual(
      events.map((event) => [event.auditID, event.stage]),
      [
        ['a', 'RequestReceived'],
        ['c', 'ResponseComplete'],
      ],
    );
  });

  it('the audit log stops waiting for responses when its signal aborts', async () => {
    writeFileSync(path, line('a', 'RequestReceived'));
    await assert.rejects(new AuditLog(path).events(AbortSignal.abort(new Error('enough'))), /enough/);
  });
});
