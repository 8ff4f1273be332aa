import { formatGroupVersionKind, type Kind } from '../api/index.ts';
import { type Client, isForbidden, isKindMissing, isServerError } from '../client/index.ts';

/** The cluster lacks what the operator needs before it can start. */
export class PreflightError extends Error {
  override readonly name = 'PreflightError';
  readonly code = 'preflight-failed';
  /** One sentence per problem, with its remedy. */
  readonly findings: readonly string[];

  constructor(findings: readonly string[], options?: ErrorOptions) {
    super(findings.join('; '), options);
    this.findings = findings;
  }
}

/**
 * Checks that the server serves all of these kinds, and lets us list them. Ends early, satisfied, when `signal` aborts.
 *
 * A list that the server fails to make is good enough: perhaps it takes a conversion that this process is going to serve.
 *
 * @throws PreflightError naming each kind that is missing or forbidden.
 * @throws ConnectionError if the server can't be reached.
 */
export async function preflight(
  client: Client,
  kinds: readonly Kind[],
  operator: string,
  signal: AbortSignal,
): Promise<void> {
  const findings = await Promise.all(kinds.map((kind) => finding(client, kind, operator, signal)));
  const problems = findings.filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new PreflightError(problems);
}

async function finding(client: Client, kind: Kind, operator: string, signal: AbortSignal): Promise<string | undefined> {
  const name = formatGroupVersionKind(kind);
  try {
    await client.list(kind, { limit: 1, signal });
    return undefined;
  } catch (error) {
    if (signal.aborted || isServerError(error)) return undefined;
    if (isKindMissing(error)) {
      return `the API server does not serve ${name}: install it first, with \`kubectl apply -f dist/${operator}.k8s.yaml\``;
    }
    if (isForbidden(error)) {
      return `this account may not list ${name}: apply the roles of dist/${operator}.k8s.yaml, or use another kubeconfig`;
    }
    throw error;
  }
}
