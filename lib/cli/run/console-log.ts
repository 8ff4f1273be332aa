import { formatWithOptions, inspect } from 'node:util';
import { callbackLog, type LogFields, type Logger } from '../../telemetry/index.ts';

type LevelName = 'debug' | 'info' | 'warn' | 'error';

/** The printing methods of `console`, with the level of their lines. The others, such as `table`, call these. */
const levels = { debug: 'debug', error: 'error', info: 'info', log: 'info', trace: 'debug', warn: 'warn' } as const;

/**
 * Turns each call of `console` into a line of the log, for libraries without another logger.
 *
 * During a callback, its lines have the fields of the callback's `log`. An Error at the end of a call goes to the field
 * `error`.
 *
 * @param logger - the logger for lines outside of callbacks.
 * @returns a function that restores the methods of `console`. A method that was replaced meanwhile stays.
 */
export function consoleToLog(logger: Logger): () => void {
  const write = (level: LevelName, [message, fields]: readonly [string, LogFields]) =>
    (callbackLog() ?? logger)[level](message, fields);
  const replacements = {
    ...Object.fromEntries(
      Object.entries(levels).map(([method, level]) => [
        method,
        (...values: unknown[]) => write(level, logLineOf(values)),
      ]),
    ),
    dir: (value: unknown, options: object = {}) =>
      write('info', [inspect(value, { customInspect: false, ...options, colors: false }), {}]),
  };
  const own = Object.fromEntries(
    Object.keys(replacements).map((method) => [method, Object.getOwnPropertyDescriptor(console, method)]),
  );
  Object.assign(console, replacements);
  return () => {
    for (const [method, replacement] of Object.entries(replacements)) {
      const descriptor = own[method];
      if (descriptor !== undefined && Object.getOwnPropertyDescriptor(console, method)?.value === replacement)
        Object.defineProperty(console, method, descriptor);
    }
  };
}

function logLineOf(values: readonly unknown[]): readonly [string, LogFields] {
  const error = values.at(-1);
  const [first] = values;
  // A placeholder may refer to the error.
  const isPlain = values.length === 1 || typeof first !== 'string' || !first.includes('%');
  if (!(error instanceof Error) || !isPlain) return [formatWithOptions({ colors: false }, ...values), {}];
  const before = formatWithOptions({ colors: false }, ...values.slice(0, -1));
  return [before || error.message, { error }];
}
