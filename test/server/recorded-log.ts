import { jsonLogger, type Logger } from '../../lib/telemetry/index.ts';

/** One line of a log. */
export type Line = Readonly<Record<string, unknown>> & { readonly level: string; readonly msg: string };

/** Returns a logger with its lines, including debug. */
export function recordedLog(): { readonly logger: Logger; readonly lines: Line[] } {
  const lines: Line[] = [];
  const logger = jsonLogger({ level: 'debug', destination: { write: (line) => void lines.push(JSON.parse(line)) } });
  return { logger, lines };
}
