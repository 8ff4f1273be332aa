import { type ResourceDefinition, TerminalError } from '../../api/index.ts';
import { formatFinding, parse } from '../../schema/index.ts';
import type { AuthorReport } from './status.ts';

/**
 * What an author's `status` returned, held against the definition: the API server refuses a field that it doesn't know,
 * and neither names the callback nor the remedy.
 *
 * @throws TerminalError naming each field that is wrong.
 */
export function checkedReport({ kind, status }: ResourceDefinition, report: AuthorReport): AuthorReport {
  const { conditions: _, ...fields } = report;
  const parsed = parse(status, fields, 'status');
  if ('value' in parsed) return report;
  const problems = parsed.findings.map(formatFinding).join('; ');
  throw new TerminalError(
    `\`status\` returned what ${kind} doesn't define: ${problems}; return what is defined, leave it out, or define it`,
  );
}
