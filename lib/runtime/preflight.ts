import { formatGroupVersionKind, isBuiltInGroup, type Kind } from '../api/index.ts';
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

/** What is to be followed. */
export interface Demand {
  readonly kinds: readonly Kind[];
  /** Where the objects of kinds that have namespaces are followed. @default everywhere */
  readonly watchNamespaces?: readonly string[] | undefined;
  /** Whether a kind is one of others, which may be installed later, or never. @default none is */
  readonly isForeign?: ((kind: Kind) => boolean) | undefined;
}

/**
 * Checks that the server serves all of these kinds and lets us list them, but for those of others. Ends early, satisfied,
 * when `signal` aborts.
 *
 * A list that the server fails to make is good enough: perhaps it takes a conversion that this process is going to serve.
 *
 * @throws PreflightError naming each kind that is missing, and the right that is.
 * @throws ConnectionError if the server can't be reached.
 */
export async function preflight(
  client: Client,
  { kinds, watchNamespaces, isForeign = () => false }: Demand,
  signal: AbortSignal,
): Promise<void> {
  // Those of others may be missing, forbidden or out of order, which their caches find out by themselves.
  const needed = kinds.filter((kind) => !isForeign(kind));
  const lists = needed.flatMap((kind) => {
    const namespaces = kind.scope === 'Namespaced' ? watchNamespaces : undefined;
    return namespaces === undefined ? [{ kind }] : namespaces.map((namespace) => ({ kind, namespace }));
  });
  const findings = await Promise.all(lists.map((list) => finding(client, list, signal)));
  const problems = findings.filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new PreflightError(problems);
}

async function finding(
  client: Client,
  { kind, namespace }: { readonly kind: Kind; readonly namespace?: string },
  signal: AbortSignal,
): Promise<string | undefined> {
  const name = formatGroupVersionKind(kind);
  try {
    await client.list(kind, { namespace, limit: 1, signal });
    return undefined;
  } catch (error) {
    if (signal.aborted || isServerError(error)) return undefined;
    if (isKindMissing(error)) {
      const remedy = isBuiltInGroup(kind.group)
        ? 'use a version of it that is served, or an API server that serves this one'
        : 'install it first, with the manifests that `synth` writes, or start with `run --apply-definitions` in development';
      return `the API server does not serve ${name}: ${remedy}`;
    }
    if (isForbidden(error)) {
      const where = namespace === undefined ? '' : ` in namespace ${namespace}`;
      return `this account may not list ${name}${where}: apply the roles that \`synth\` writes, or use another kubeconfig`;
    }
    throw error;
  }
}
