import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { consoleToLog } from '../../../lib/cli/run/console-log.ts';
import { withCallbackLog } from '../../../lib/telemetry/index.ts';
import { RecordingLogger } from '../../runtime/recording-logger.ts';

describe('the console of a manager', () => {
  let logger: RecordingLogger;
  let restore: () => void;

  beforeEach(() => {
    logger = new RecordingLogger();
    restore = consoleToLog(logger.with({ operator: 'shelves' }));
  });

  afterEach(() => restore());

  const lines = () => logger.lines.map(({ level, message }) => `${level} ${message}`);

  it('the console of a manager writes lines of the log, at the level of the method', () => {
    console.log('a %s of %d', 'b', 3);
    console.info({ one: { two: [1] } });
    console.debug('fine');
    console.warn('careful');
    console.error('broken');
    assert.deepEqual(lines(), [
      'info a b of 3',
      'info { one: { two: [ 1 ] } }',
      'debug fine',
      'warn careful',
      'error broken',
    ]);
    assert.deepEqual(logger.lines[0]?.fields, { operator: 'shelves' });
  });

  it('the console of a manager puts an error at the end of a call into a field of the line', () => {
    const error = new Error('no space');
    console.error('cannot stock:', error);
    console.error(error);
    assert.deepEqual(lines(), ['error cannot stock:', 'error no space']);
    assert.deepEqual(
      logger.lines.map(({ fields }) => fields.error),
      [error, error],
    );
    console.error('failed: %s', error.message);
    assert.deepEqual(logger.lines[2], { level: 'error', message: 'failed: no space', fields: { operator: 'shelves' } });
  });

  it('the console of a manager logs the output of methods such as group, assert and table', () => {
    console.group('a group');
    console.groupEnd();
    console.assert(false, 'wrong');
    console.count('calls');
    console.dir({ one: 1 });
    console.table([{ one: 1 }]);
    console.trace('here');
    console.time('span');
    console.timeEnd('span');
    assert.deepEqual(
      logger.lines.map(({ level }) => level),
      ['info', 'warn', 'info', 'info', 'info', 'debug', 'info'],
    );
    assert.deepEqual(lines().slice(0, 4), [
      'info a group',
      'warn Assertion failed: wrong',
      'info calls: 1',
      'info { one: 1 }',
    ]);
  });

  it('console lines have the fields of the running callback’s logger, also in its asynchronous calls', async () => {
    const stock = async (name: string) => {
      console.log('begun');
      await setImmediate();
      console.log('done');
      return name;
    };
    const of = (resource: string) =>
      withCallbackLog(
        () => logger.with({ resource }),
        () => stock(resource),
      );
    assert.deepEqual(await Promise.all([of('a'), of('b')]), ['a', 'b']);
    console.log('outside');
    assert.deepEqual(
      logger.lines.map(({ message, fields }) => `${fields.resource}: ${message}`),
      ['a: begun', 'b: begun', 'a: done', 'b: done', 'undefined: outside'],
    );
  });

  it('the console gets its own methods back when the manager ends, except a method replaced meanwhile', () => {
    const own = console.log;
    const replacement = () => undefined;
    const { warn } = console;
    console.warn = replacement;
    restore();
    assert.notEqual(console.log, own);
    assert.equal(console.warn, replacement);
    console.warn = warn;
    restore();
    const standard = console.log;
    consoleToLog(logger)();
    assert.equal(console.log, standard);
  });
});
