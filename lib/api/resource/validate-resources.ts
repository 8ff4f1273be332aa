// In: a chart or an app, and classes of kinds. Out: findings for all objects of these kinds in it. Called by authors of
// charts, who include manifests that no class has constructed.

import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import type { ImportedResourceClass } from '../imported-kind/imported-resource.ts';
import { formatGroupKind, groupVersionKind } from '../kind/group-version-kind.ts';
import type { Kind } from '../kind/kind.ts';
import { isValidatingClass, unreportedFindings } from '../kind/kind-class.ts';
import type { CustomResourceClass } from './resource-definition.ts';

/** A class of which {@link validateResources} validates the objects. */
type ResourceClass = CustomResourceClass | ImportedResourceClass;

/**
 * Validates all objects of some kinds in a chart or an app at synth, as their classes validate those that they
 * construct: also plain `ApiObject`s, and the objects of `Include` and `Helm`.
 *
 * Reports two objects of one kind, namespace and name, too. If the charts of an app are for several clusters, call it
 * for each chart. Objects that are constructed after the call are validated, too.
 *
 * @param kinds - the classes. An object in a version without a class is not validated.
 * @throws TypeError if a class can't validate, such as one that `cdk8s import` has written.
 * @example validateResources(app, [Memcached, Database]);
 */
export function validateResources(scope: IConstruct, kinds: readonly ResourceClass[]): void {
  const unable = kinds.find((each) => !isValidatingClass(each));
  if (unable !== undefined) {
    const { apiVersion, kind } = unable.GVK;
    throw new TypeError(
      `the class of ${kind} (${apiVersion}) can't validate: name one that CustomResource or \`operand import\` has made`,
    );
  }
  scope.node.addValidation({ validate: () => [...resourceFindings(scope, kinds)] });
}

function* resourceFindings(scope: IConstruct, kinds: readonly ResourceClass[]): Iterable<string> {
  const classes = new Map(kinds.map((each) => [`${each.GVK.apiVersion}/${each.GVK.kind}`, each]));
  const definitions = new Map(kinds.map(({ definition }) => [formatGroupKind(definition), definition]));
  const first = new Map<string, ApiObject>();
  for (const object of scope.node.findAll()) {
    if (!ApiObject.isApiObject(object)) continue;
    const definition = definitions.get(formatGroupKind(groupVersionKind(object)));
    if (definition === undefined) continue;
    const title = titleInScope(object, definition);
    const made = classes.get(`${object.apiVersion}/${object.kind}`);
    const findings = made !== undefined && isValidatingClass(made) ? unreportedFindings(made, object) : [];
    for (const finding of findings) yield `${object.node.path}, ${title}: ${finding}`;
    const key = `${formatGroupKind(definition)} ${title}`;
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, object);
    else
      yield `${object.node.path}, ${title}: ${earlier.node.path} has this name, too: give one of the two another name`;
  }
}

/** Returns kind, namespace and name. cdk8s gives objects of cluster-scoped kinds the namespace of their chart. */
function titleInScope({ kind, name, metadata: { namespace } }: ApiObject, { scope }: Kind): string {
  return scope === 'Namespaced' && namespace !== undefined ? `${kind} ${namespace}/${name}` : `${kind} ${name}`;
}
