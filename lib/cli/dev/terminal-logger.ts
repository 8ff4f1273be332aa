import type { Clock } from '../../clock/index.ts';
import { thrownText } from '../../system/index.ts';
import type { LogFields, Logger } from '../../telemetry/index.ts';
import { colouredWord, printText } from '../terminal/output.ts';

/**
 * Prints lines for people: all of callbacks, and the warnings and errors of the manager. Leaves out problems that stop a
 * reconcile, which its own line has, and an error whose text is in the message.
 */
export class TerminalLogger implements Logger {
  readonly #clock: Clock;
  readonly #fields: LogFields;

  constructor(clock: Clock, fields: LogFields = {}) {
    this.#clock = clock;
    this.#fields = fields;
  }

  debug(): void {}

  info(message: string, fields: LogFields = {}): void {
    if ('reconcileID' in this.#fields) this.#print(message, fields);
  }

  warn(message: string, fields: LogFields = {}): void {
    if ('reconcileID' in fields && 'error' in fields) return;
    this.#print(`${colouredWord('warning', 'yellow')}: ${message}`, fields);
  }

  error(message: string, fields: LogFields = {}): void {
    this.#print(`${colouredWord('error', 'red')}: ${message}`, fields);
  }

  with(fields: LogFields): Logger {
    return new TerminalLogger(this.#clock, { ...this.#fields, ...fields });
  }

  #print(message: string, fields: LogFields): void {
    const { reconcileID: _, controller, resource, ...rest } = { ...this.#fields, ...fields };
    const subject = [controller, resource].filter((word) => typeof word === 'string').join(' ');
    const shown = Object.entries(rest).filter(
      ([, value]) => !(value instanceof Error && message.includes(thrownText(value))),
    );
    const words = shown.map(([name, value]) => ` ${name}=${fieldText(value)}`);
    printText(`${timeOfDay(this.#clock)} ${subject === '' ? '' : `${subject}  `}${message}${words.join('')}\n`);
  }
}

/** Returns the local time: `14:03:07`. */
export function timeOfDay(clock: Clock): string {
  return new Date(clock.now()).toTimeString().slice(0, 8);
}

function fieldText(value: unknown): string {
  if (value instanceof Error) return thrownText(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
