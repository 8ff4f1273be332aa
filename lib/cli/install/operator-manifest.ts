// In: an operator, and a client. Out: its manifests with the kinds that the cluster serves. Called by the commands that
// install and remove operators.

import {
  builtInKind,
  definitionKind,
  formatGroupVersionKind,
  type GroupVersionKind,
  groupVersionKind,
  type Kind,
  type KubernetesObject,
} from '../../api/index.ts';
import { type Client, isNotFound } from '../../client/index.ts';
import type { Operator } from '../../constructs/index.ts';
import { fieldsAt, fieldsIn } from '../../schema/index.ts';
import { Failure } from '../failure.ts';

/** An object of an installation as `synth` writes it, with its kind. */
export interface OperatorManifest {
  readonly kind: Kind;
  readonly object: KubernetesObject;
}

/** Returns the CRDs of an operator. */
export function definitionManifests(operator: Operator): readonly OperatorManifest[] {
  return operator
    .toJson()
    .filter(({ kind }) => kind === definitionKind.kind)
    .map((object) => ({ kind: definitionKind, object }));
}

/**
 * Returns all manifests of an operator in the order of their installation: namespaces, CRDs, and the rest as `synth`
 * writes it.
 *
 * @throws Failure if the cluster doesn't serve a kind. With `isRemoval`, such manifests are left out instead.
 */
export async function operatorManifests(
  operator: Operator,
  client: Client,
  { isRemoval = false }: { readonly isRemoval?: boolean } = {},
): Promise<readonly OperatorManifest[]> {
  const manifests: OperatorManifest[] = [];
  for (const object of operator.toJson()) {
    const named = groupVersionKind(object);
    const kind = builtInKind(named) ?? (await servedKind(named, client));
    if (kind !== undefined) manifests.push({ kind, object });
    else if (!isRemoval) {
      const name = formatGroupVersionKind(named);
      throw new Failure(
        `the cluster doesn't serve ${name}, of which operator ${operator.name} has ${object.metadata.name}: install the program that defines it first`,
      );
    }
  }
  const order = [namespaceName, definitionKind.kind];
  const rank = ({ kind }: OperatorManifest) => (order.includes(kind.kind) ? order.indexOf(kind.kind) : order.length);
  return manifests.sort((one, other) => rank(one) - rank(other));
}

const namespaceName = 'Namespace';

/** Returns a third-party kind as the schemas of the API server name it; undefined if it isn't served. */
async function servedKind(named: GroupVersionKind, client: Client): Promise<Kind | undefined> {
  const { paths } = await client.openApi(named).catch((error: unknown) => {
    if (isNotFound(error)) return { paths: {} };
    throw error;
  });
  for (const [path, operations] of Object.entries(fieldsIn(paths))) {
    const [, scope, plural] = /(\/namespaces\/\{namespace\})?\/([^/{}]+)\/\{name\}$/.exec(path) ?? [];
    const { kind } = fieldsAt(operations, 'get.x-kubernetes-group-version-kind');
    if (plural === undefined || kind !== named.kind) continue;
    return { ...named, plural, scope: scope === undefined ? 'Cluster' : 'Namespaced' };
  }
  return undefined;
}
