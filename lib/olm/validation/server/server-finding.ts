import { type ApiError, formatGroupKind, isKindMissing } from '../../../api/index.ts';
import type { Place } from '../../content/index.ts';
import type { RuleSummary } from '../../finding/rule-summary.ts';
import type { ValidationFinding } from '../../finding/validation-finding.ts';
import type { DryRunObject } from './dry-run-object.ts';
import { serverFieldSegments } from './field-place.ts';

const rejected = {
  id: 'server-rejection',
  demand: 'With --server: the cluster accepts the objects of an installation, in a dry run.',
  rejection: { by: 'API server', message: '…' },
} satisfies RuleSummary;

const missing = {
  id: 'server-kind',
  demand: 'With --server: the cluster serves the kinds of all manifests.',
  rejection: { by: 'OLM', message: '… not found on the cluster' },
} satisfies RuleSummary;

/** Findings that need an API server. */
export const serverRules: readonly RuleSummary[] = [rejected, missing];

/** Returns the findings of an response; none if the API server lacks an optional kind. */
export function serverFindings(installed: DryRunObject, error: ApiError): readonly ValidationFinding[] {
  const { kind, object, isOptional, place } = installed;
  if (isKindMissing(error)) {
    if (isOptional) return [];
    const what = `the cluster doesn't serve ${formatGroupKind(kind)}, and OLM can't install the bundle there`;
    const remedy = 'install its definition first, or leave the object out';
    return [serverFindingOf(missing, place.at('kind'), { what, remedy, rejection: missing.rejection })];
  }
  return serverFieldProblems(error).map(({ field, message }) =>
    serverFindingOf(rejected, installed.placeOf(serverFieldSegments(field)), {
      what: `the API server rejects ${kind.kind} ${object.metadata.name}: ${message}`,
      remedy: 'correct it, or install into another cluster',
      rejection: { ...rejected.rejection, message },
    }),
  );
}

function serverFindingOf(
  { id }: RuleSummary,
  { file, path }: Place,
  words: Pick<ValidationFinding, 'what' | 'remedy' | 'rejection'>,
): ValidationFinding {
  return { severity: 'error', rule: id, file, path, ...words };
}

/** Returns the fields that an API server names: in causes, or in the message of an object that it can't decode. */
function serverFieldProblems({ causes, serverMessage }: ApiError) {
  if (causes.length > 0) {
    return causes.map(({ field = '', message = serverMessage }) => ({
      field,
      message: field === '' ? message : `${field}: ${message}`,
    }));
  }
  const unknown = [...serverMessage.matchAll(/(?:unknown|duplicate) field "(?<field>[^"]+)"/g)];
  if (unknown.length > 0) return unknown.map(([message, field = '']) => ({ field, message }));
  const field = /Go struct field \w+\.(?<field>\S+) of type/.exec(serverMessage)?.groups?.field ?? '';
  return [{ field, message: serverMessage }];
}
