// In: a custom resource, by kind and name. Out: the reasons why it isn't ready, and those of its children. Called by
// `doctor`.

import {
  apiVersion,
  conditionsOf,
  findCondition,
  formatObjectKey,
  type Kind,
  type ObjectKey,
  objectTitle,
  problemReasons,
  type StoredObject,
  undefinedIfNotFound,
  waitReasons,
} from '../../api/index.ts';
import type { Client } from '../../client/index.ts';
import { Controller, type Operator } from '../../constructs/index.ts';
import { controllerOf, readiness } from '../../render/index.ts';
import { Failure } from '../failure.ts';
import { unreadyCauses } from '../install/unready-cause.ts';
import { isNameOfKind } from '../source/kind-name.ts';
import { type Diagnosis, unreadyDiagnoses } from './diagnosis.ts';

/** A custom resource as the command line names it. */
export interface NamedResource {
  /** The controller of its kind. */
  readonly controller: Controller;
  readonly key: ObjectKey;
}

/**
 * Returns the resource to check, which `kind/name` names, in a namespace if its kind is namespaced.
 *
 * @throws Failure if the text has another form, or no operator has a controller for the kind.
 */
export function namedResource(text: string, operators: readonly Operator[], namespace: string): NamedResource {
  const [kind = '', name = '', ...rest] = text.split('/');
  if (kind === '' || name === '' || rest.length > 0) {
    throw new Failure(`'${text}' names no resource: write kind/name, such as memcached/sample`);
  }
  const controllers = operators.flatMap((operator) => Controller.in(operator));
  const controller = controllers.find(({ kind: own }) =>
    isNameOfKind(own, [own.version, ...own.versions.map(({ of }) => of.definition.version)], kind),
  );
  if (controller === undefined) {
    const kinds = controllers.map((each) => each.kind.kind).join(', ');
    throw new Failure(`'${kind}' is not a kind of this app: write one of ${kinds}`);
  }
  return { controller, key: controller.kind.scope === 'Namespaced' ? { namespace, name } : { name } };
}

/** Checks that a resource is reconciled and ready, and names its children that aren't. */
export async function resourceDiagnoses(
  client: Client,
  { controller, key }: NamedResource,
): Promise<readonly Diagnosis[]> {
  const { kind, owns } = controller;
  const resource = await client.get(kind, key).catch(undefinedIfNotFound);
  const title = `${kind.kind} ${formatObjectKey(key)}`;
  if (resource === undefined) {
    const remedy = `\`kubectl get ${kind.plural}.${kind.group} --all-namespaces\`, then -n`;
    return [{ state: 'problem', what: `${title} doesn't exist in ${apiVersion(kind)}`, remedy }];
  }
  const ready = findCondition(conditionsOf(resource.status), 'Ready');
  const state = readiness(resource);
  if (ready !== undefined && state.state === 'current') return [{ state: 'ok', what: `${title} is ready` }];
  const own: Diagnosis = {
    state: 'problem',
    causes: await unreadyCauses(client, resource),
    expected: 'the condition Ready is True',
    ...(ready === undefined || state.state === 'current'
      ? {
          what: `${title} has no condition Ready: no manager has reconciled it`,
          remedy: '`operand doctor` without a resource: the manager may not run',
        }
      : {
          what: `${title} is not ready: ${state.message}`,
          remedy: troubleshootingPlace(ready.reason),
        }),
  };
  return [own, ...(await unreadyChildren(client, resource, owns))];
}

/** The reasons that have an entry in the page. */
const documentedReasons: readonly string[] = [...problemReasons, ...waitReasons];

/** Returns the entry about a reason in the published page, or the page if the reason is not the library's. */
function troubleshootingPlace(reason: string): string {
  const page = 'node_modules/operand/docs/troubleshooting.md';
  return documentedReasons.includes(reason) ? `${page}#${reason.toLowerCase()}` : page;
}

async function unreadyChildren(
  client: Client,
  { metadata: { uid, namespace } }: StoredObject,
  kinds: readonly Kind[],
): Promise<readonly Diagnosis[]> {
  const found: Diagnosis[] = [];
  for (const kind of kinds) {
    const { items } = await client.list(kind, { namespace });
    for (const child of items.filter((item) => controllerOf(item)?.uid === uid)) {
      found.push(...(await unreadyDiagnoses(client, child, { title: `its ${objectTitle(child)}` })));
    }
  }
  return found;
}
