import { formatGroupVersionKind, isBuiltInGroup, type Kind } from '../api/index.ts';
import { type Client, isForbidden, isKindMissing, isServerError, untilReady } from '../client/index.ts';
import type { Clock } from '../clock/index.ts';
import { brandedError } from '../error/index.ts';

/**
 * Thrown when the cluster lacks kinds or rights that the operator needs before it can start.
 *
 * @example
 * try {
 *   await runManager(operator, ports, { hostname: 'pod-1' }, signal);
 * } catch (error) {
 *   if (PreflightError.is(error)) for (const finding of error.findings) console.error(finding);
 * }
 */
export class PreflightError extends brandedError('PreflightError') {
  readonly code = 'preflight-failed';
  /** One sentence per problem, with its remedy. */
  readonly findings: readonly string[];

  constructor(findings: readonly string[], options?: ErrorOptions) {
    super(findings.join('; '), options);
    this.findings = findings;
  }
}

/** The dependencies of the check. */
export interface PreflightPorts {
  readonly client: Client;
  readonly clock: Clock;
}

/** The kinds that an operator watches. */
export interface PreflightOptions {
  readonly kinds: readonly Kind[];
  /** The namespaces in which namespaced kinds are watched. @default all */
  readonly watchNamespaces?: readonly string[] | undefined;
  /** Returns true for a third-party kind, which may be installed later, or never. @default none is */
  readonly isThirdParty?: ((kind: Kind) => boolean) | undefined;
}

/**
 * Checks that the API server serves all of these kinds, except third-party ones, and allows this account to list them.
 *
 * While the API server starts, a refusal doesn't count: it refuses what it can't decide yet. A list that fails with a server
 * error is accepted, because it may need a conversion that this process serves. Resolves early when `signal` aborts.
 *
 * @throws PreflightError naming each kind that is missing, and each right.
 * @throws ConnectionError if the API server can't be reached.
 */
export async function assertPreflight(
  { client, clock }: PreflightPorts,
  options: PreflightOptions,
  signal: AbortSignal,
): Promise<void> {
  if ((await preflightFindings(client, options, signal)).length === 0) return;
  await untilReady(client, clock, signal);
  if (signal.aborted) return;
  const problems = await preflightFindings(client, options, signal);
  if (problems.length > 0) throw new PreflightError(problems);
}

async function preflightFindings(
  client: Client,
  { kinds, watchNamespaces, isThirdParty = () => false }: PreflightOptions,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const needed = kinds.filter((kind) => !isThirdParty(kind));
  const lists = needed.flatMap((kind) => {
    const namespaces = kind.scope === 'Namespaced' ? watchNamespaces : undefined;
    return namespaces === undefined ? [{ kind }] : namespaces.map((namespace) => ({ kind, namespace }));
  });
  const all = await Promise.all(lists.map((list) => listFinding(client, list, signal)));
  return all.filter((problem) => problem !== undefined);
}

async function listFinding(
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
