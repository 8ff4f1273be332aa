import { type ResourceDefinition, TerminalError } from '../api/index.ts';
import { formatFinding, parse } from '../schema/index.ts';

/**
 * Validates what an author's `status` returned against the definition: the API server drops or refuses a field that it doesn't
 * know, and names neither the callback nor the remedy.
 *
 * @throws TerminalError naming each field that is wrong.
 */
export function checkedReport<Report extends { readonly conditions?: unknown; readonly [field: string]: unknown }>(
  { kind, status }: Pick<ResourceDefinition, 'kind' | 'status'>,
  report: Report,
): Report {
  const { conditions: _, ...fields } = report;
  const parsed = parse(status, fields, 'status');
  if ('value' in parsed) return report;
  const problems = parsed.findings.map(formatFinding).join('; ');
  throw new TerminalError(
    `\`status\` returned what ${kind} doesn't define: ${problems}; return what is defined, leave it out, or define it`,
  );
}
