import { type ResourceDefinition, TerminalError } from '../api/index.ts';
import { formatFinding, parse } from '../schema/index.ts';

/**
 * Validates the result of an author's `status` against the definition: the API server drops or refuses an unknown
 * field, and names neither the callback nor the remedy.
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
    `\`status\` returned fields that don't match the definition of ${kind}: ${problems}; correct them, leave them out, or define them`,
  );
}
