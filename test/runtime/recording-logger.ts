import type { LogFields, Logger } from '../../lib/telemetry/index.ts';

/** A logged line. */
export interface LoggedLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: LogFields;
}

/** A logger that keeps its lines. */
export class RecordingLogger implements Logger {
  readonly lines: LoggedLine[];
  readonly #fields: LogFields;

  constructor(lines: LoggedLine[] = [], fields: LogFields = {}) {
    this.lines = lines;
    this.#fields = fields;
  }

  debug(message: string, fields?: LogFields): void {
    this.#keep('debug', message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#keep('info', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#keep('warn', message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.#keep('error', message, fields);
  }

  with(fields: LogFields): Logger {
    return new RecordingLogger(this.lines, { ...this.#fields, ...fields });
  }

  #keep(level: LoggedLine['level'], message: string, fields: LogFields = {}): void {
    this.lines.push({ level, message, fields: { ...this.#fields, ...fields } });
  }
}
