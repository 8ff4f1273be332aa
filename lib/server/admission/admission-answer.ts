import type { AdmissionFinding, Denial, KubernetesObject, ResourceDefinition, Warning } from '../../api/index.ts';
import { mostFindings, shortened } from '../../schema/index.ts';
import { oneLine } from './one-line.ts';
import { warningTexts } from './warning-text.ts';

/**
 * What an API server is to do with a request.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#response
 */
export interface AdmissionAnswer {
  readonly allowed: boolean;
  /** Why not. */
  readonly status?: Refusal;
  readonly warnings?: readonly string[];
  /** JSON patch in base64. */
  readonly patch?: string;
  readonly patchType?: 'JSONPatch';
}

/** The Status with which the API server answers its client. */
export interface Refusal {
  readonly status: 'Failure';
  /** An HTTP status. */
  readonly code: number;
  readonly reason: 'Invalid' | 'InternalError';
  readonly message: string;
  readonly details?: RefusalDetails;
}

/** What a client shows field by field. */
export interface RefusalDetails {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  readonly causes: readonly { readonly reason: string; readonly message: string; readonly field: string }[];
}

/** The longest message and the longest path of a field in an answer, in UTF-16 code units. */
const [longestMessage, longestField] = [1024, 256];

/** Lets a request through as it is. */
export const allowed: AdmissionAnswer = { allowed: true };

/**
 * The answer that findings amount to: the first {@link mostFindings} of them, which may quote what a client has sent.
 *
 * A refusal says everything twice: kubectl shows the causes of an `Invalid` object and not the message, most other clients the
 * message alone.
 */
export function answerOf(
  findings: readonly AdmissionFinding[],
  { group, kind }: Pick<ResourceDefinition, 'group' | 'kind'>,
  { metadata }: KubernetesObject,
): AdmissionAnswer {
  const denials = findings.filter(isDenial);
  const warnings = warningTexts(findings.filter(isWarning).map(({ warning }) => warning));
  const told = warnings.length > 0 ? { warnings } : {};
  if (denials.length === 0) return { allowed: true, ...told };
  const causes = denials.slice(0, mostFindings).map(({ reason = 'FieldValueInvalid', message, field }) => ({
    reason,
    message: oneLine(shortened(message, longestMessage)),
    // The object as a whole; kubectl would begin the line with a colon.
    field: field === '' ? kind : shortened(field, longestField),
  }));
  return {
    allowed: false,
    status: {
      status: 'Failure',
      code: 422,
      reason: 'Invalid',
      message: [...causes.map(({ field, message }) => `${field}: ${message}`), ...leftOut(denials)].join('; '),
      details: { group, kind, name: metadata.name, causes },
    },
    ...told,
  };
}

function leftOut(denials: readonly Denial[]): string[] {
  return denials.length > mostFindings ? [`and ${denials.length - mostFindings} more`] : [];
}

function isWarning(finding: AdmissionFinding): finding is Warning {
  return 'warning' in finding;
}

function isDenial(finding: AdmissionFinding): finding is Denial {
  return !isWarning(finding);
}
