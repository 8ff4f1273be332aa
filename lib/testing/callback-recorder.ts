import { type CallbackMetrics, callbackMetrics, type EventContent, type Events } from '../api/index.ts';
import type { LogFields, Logger, MetricDefinition } from '../telemetry/index.ts';

/** An Event that a callback recorded. */
export interface RecordedEvent extends EventContent {
  readonly type: 'Normal' | 'Warning';
}

/** A value that a callback recorded in a metric. */
export interface RecordedValue {
  /** For example `database_operator_backups_total`. */
  readonly name: string;
  readonly value: number;
  readonly labels: Readonly<Record<string, string>>;
}

/** A log line of a callback. */
export interface RecordedLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: LogFields;
}

/** Records the Events, metrics and log lines of callbacks. */
export class CallbackRecorder {
  readonly events: RecordedEvent[] = [];
  readonly values: RecordedValue[] = [];
  readonly lines: RecordedLine[] = [];

  /** The member `events` of a context. */
  readonly eventRecorder: Events = {
    normal: (event) => this.events.push({ type: 'Normal', ...event }),
    warning: (event) => this.events.push({ type: 'Warning', ...event }),
  };

  /** Returns the recorder of a declared metric. */
  readonly declared =
    ({ fullName }: Pick<MetricDefinition, 'fullName'>) =>
    (value: number, labels: Readonly<Record<string, string>>): void => {
      this.values.push({ name: fullName, value, labels });
    };

  /** The member `metrics` of a context. */
  readonly metrics: CallbackMetrics = callbackMetrics({ declaredMetric: this.declared });

  /** The member `log` of a context. */
  readonly logger: Logger = this.#loggerWith({});

  #loggerWith(bound: LogFields): Logger {
    const line =
      (level: RecordedLine['level']) =>
      (message: string, fields: LogFields = {}) => {
        this.lines.push({ level, message, fields: { ...bound, ...fields } });
      };
    return {
      ...{ debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') },
      with: (fields) => this.#loggerWith({ ...bound, ...fields }),
    };
  }
}
