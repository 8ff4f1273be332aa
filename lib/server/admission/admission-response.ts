import type { AdmissionFinding, Denial, KubernetesObject, ResourceDefinition, Warning } from '../../api/index.ts';
import { mostFindings, truncatedText } from '../../schema/index.ts';

/**
 * The response to an admission request.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#response
 */
export interface AdmissionResponse {
  readonly allowed: boolean;
  /** The reason of a rejection. */
  readonly status?: AdmissionStatus;
  readonly warnings?: readonly string[];
  /** A JSON patch in base64. */
  readonly patch?: string;
  readonly patchType?: 'JSONPatch';
}

/** The Status that the API server returns to its client. */
export interface AdmissionStatus {
  readonly status: 'Failure';
  /** An HTTP status. */
  readonly code: number;
  readonly reason: 'Invalid' | 'InternalError';
  readonly message: string;
  readonly details?: RefusalDetails;
}

/** The causes, which clients show for each field. */
export interface RefusalDetails {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  readonly causes: readonly { readonly reason: string; readonly message: string; readonly field: string }[];
}

/** The maximum lengths of a message and of a field's path in a response, in UTF-16 code units. */
const [longestMessage, longestField] = [1024, 256];

/** Allows a request unchanged. */
export const allowed: AdmissionResponse = { allowed: true };

/**
 * Returns the response for findings: the first {@link mostFindings}, which may quote a client's values.
 *
 * A rejection contains its findings twice: kubectl shows only the causes of an `Invalid` object, most other clients
 * only the message.
 */
export function admissionResponseOf(
  findings: readonly AdmissionFinding[],
  { group, kind }: Pick<ResourceDefinition, 'group' | 'kind'>,
  { metadata }: KubernetesObject,
): AdmissionResponse {
  const denials = findings.filter(isDenial);
  const warnings = admissionWarnings(findings.filter(isWarning).map(({ warning }) => warning));
  const shownWarnings = warnings.length > 0 ? { warnings } : {};
  if (denials.length === 0) return { allowed: true, ...shownWarnings };
  const causes = denials.slice(0, mostFindings).map(({ reason = 'FieldValueInvalid', message, field }) => ({
    reason,
    message: oneLine(truncatedText(message, longestMessage)),
    // The object as a whole has no path; kubectl would begin the line with a colon.
    field: field === '' ? kind : truncatedText(field, longestField),
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
    ...shownWarnings,
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

/**
 * The API server's maximum length of one warning if all together are too long: apiserver
 * pkg/endpoints/filters/warning.go.
 */
const longestWarning = 256;

/** The API server's maximum length of all warnings of a request, in characters. */
const longestWarnings = 4096;

/**
 * Prepares warnings for API servers, which silently drop those with control characters. A warning that is too long ends
 * in `…`, instead of in the middle of a word.
 */
export function admissionWarnings(warnings: readonly string[]): string[] {
  let left = longestWarnings;
  return warnings.map(clippedWarning).filter((text) => {
    left -= [...text].length;
    return text !== '' && left >= 0;
  });
}

function clippedWarning(warning: string): string {
  // A character is one or two code units, and several blanks become one.
  const characters = [...oneLine(truncatedText(warning, 16 * longestWarning))];
  return characters.length <= longestWarning
    ? characters.join('')
    : `${characters.slice(0, longestWarning - 1).join('')}…`;
}

/**
 * Converts a text of a response to one line for kubectl's lists and for HTTP headers: control characters, including line
 * breaks, and the blanks around them become one blank.
 */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, (run) => (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(run) ? ' ' : run))
    .trim();
}
