import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { describe, it } from 'node:test';
import { jsonLogger, type LogLevel } from '../../lib/telemetry/index.ts';

function recording(level: LogLevel) {
  const lines: string[] = [];
  return { lines, logger: jsonLogger({ level, destination: { write: (line) => void lines.push(line) } }) };
}

describe('jsonLogger', () => {
  it('writes one line of JSON with the level as a word, the time as RFC 3339 and the fields beside the message', () => {
    const { lines, logger } = recording('info');
    logger.warn('cannot\nrenew', { lease: 'a/b', attempt: 2 });
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /^[^\n]+\n$/);
    const { time, ...line } = JSON.parse(lines[0] ?? '');
    assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(line, { level: 'warn', lease: 'a/b', attempt: 2, msg: 'cannot\nrenew' });
  });

  it('escapes control characters of terminals, which messages of API servers may contain', () => {
    const { lines, logger } = recording('info');
    const message = '\u001b[2J \u009b2J \u007f \u202e';
    logger.warn(message, { message });
    assert.match(lines[0] ?? '', /^[^\p{Cc}\u202e]+\n$/u);
    assert.equal(JSON.parse(lines[0] ?? '').msg, message);
  });

  it('a logger drops lines below its level', () => {
    const { lines, logger } = recording('warn');
    logger.debug('one');
    logger.info('two');
    logger.with({ a: 1 }).info('three');
    logger.warn('four');
    logger.error('five');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).msg),
      ['four', 'five'],
    );
  });

  it('keeps the type, the stack and the own fields of an error, and its causes to the end of the chain', () => {
    const { lines, logger } = recording('info');
    const root = Object.assign(new RangeError('socket closed'), { code: 'ECONNRESET' });
    const error = new Error('cannot list', { cause: new Error('cannot connect', { cause: root }) });
    logger.error('watch failed', { error });
    const line = JSON.parse(lines[0] ?? '');
    assert.equal(line.error.message, 'cannot list');
    assert.match(line.error.stack, /json-logger\.test\.ts/);
    assert.equal(line.error.cause.message, 'cannot connect');
    assert.equal(line.error.cause.cause.type, 'RangeError');
    assert.equal(line.error.cause.cause.code, 'ECONNRESET');
    assert.match(line.error.cause.cause.stack, /socket closed/);
  });

  it('logs thrown values that are not errors, and a circular cause once', () => {
    const { lines, logger } = recording('info');
    const error = new Error('round');
    error.cause = error;
    logger.error('one', { error });
    logger.error('two', { error: 'just text' });
    assert.equal(JSON.parse(lines[0] ?? '').error.message, 'round');
    assert.deepEqual(JSON.parse(lines[1] ?? '').error, { message: 'just text' });
  });

  it('limits quoted texts in a log line, so that a tenant can’t fill the log, and keeps the frames of a stack', () => {
    const { lines, logger } = recording('info');
    const long = 'x'.repeat(1_000_000);
    const error = Object.assign(new Error(long, { cause: new Error(long) }), { value: { [long]: [long, long] } });
    const deep = JSON.parse(`${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`);
    logger.with({ namespace: long }).error('pass failed', { error, deep, many: Array(10_000).fill(long), text: long });
    const [line = ''] = lines;
    assert.ok(line.length < 100_000, `${line.length}`);
    const { text, error: written } = JSON.parse(line);
    assert.match(text, /^x+…$/);
    assert.match(written.stack, /^Error: x+…\n {4}at .*json-logger\.test\.ts/);
    assert.match(written.message, /^x+…$/);
  });

  it('adds the fields of with() to each log line, in steps', () => {
    const { lines, logger } = recording('debug');
    const child = logger.with({ controller: 'memcached' });
    child.with({ object: 'a/b' }).debug('reconciled');
    child.info('started');
    logger.info('outside');
    const [reconciled, started, outside] = lines.map((line) => JSON.parse(line));
    assert.equal(reconciled.controller, 'memcached');
    assert.equal(reconciled.object, 'a/b');
    assert.equal(started.controller, 'memcached');
    assert.equal('object' in started, false);
    assert.equal('controller' in outside, false);
  });

  it('a log line is on standard error when the call returns, so that a crash loses no line', () => {
    const index = new URL('../../lib/telemetry/index.ts', import.meta.url).href;
    const program = `
      const { jsonLogger } = await import(${JSON.stringify(index)});
      jsonLogger({ level: 'info' }).info('last words');
      process.kill(process.pid, 'SIGKILL');`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
    });
    assert.equal(stdout, '');
    assert.equal(JSON.parse(stderr).msg, 'last words');
  });

  it('a logger whose lines go to a full disk fails no caller', () => {
    const index = new URL('../../lib/telemetry/index.ts', import.meta.url).href;
    const program = `
      const { jsonLogger } = await import(${JSON.stringify(index)});
      const logger = jsonLogger({ level: 'info' });
      for (const text of ['first', 'second']) logger.info(text);
      console.log('done');`;
    const disk = openSync('/dev/full', 'w');
    const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', disk],
    });
    closeSync(disk);
    assert.deepEqual([stdout, status], ['done\n', 0]);
  });
});
