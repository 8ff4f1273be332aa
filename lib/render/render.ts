// In: a controller's definition and one resource, from the cache. Out: the construct that the author returned, and the
// children as the cluster should have them. Pure and deterministic: no I/O, no time, no memory of earlier renders.
// Called by the reconcile, and by the bundle for the images of the samples.

import { Construct, type IConstruct } from 'constructs';
import {
  type CustomResourceClass,
  formatObjectKey,
  groupVersionKind,
  isSameKind,
  type Kind,
  type KubernetesObject,
  type OwnerReference,
  objectKey,
  type References,
  type Resource,
  withScopedNamespace,
} from '../api/index.ts';
import type { Controller, ControllerProps } from '../constructs/index.ts';
import { thrownText } from '../system/index.ts';
import { type Child, childrenWithWaits } from './child.ts';
import { unownedKind } from './owned-child.ts';
import { ownerReference } from './owner-reference.ts';
import { RenderError } from './render-error.ts';
import { ResourceChart, type SynthesizedObject, synthesizedObjects } from './resource-chart.ts';
import { withSecretData } from './secret-data.ts';

/** The result of rendering one resource. */
export interface Rendered<Children = unknown> {
  /** The value that the author's `render` returned. */
  readonly construct: Children;
  /** The children in the order in which they are applied: explicit dependencies first, then as constructed. */
  readonly children: readonly Child[];
}

/** The part of a controller that a render needs. */
interface RenderedController<Api extends CustomResourceClass, Children> extends Pick<Controller<Api>, 'kind' | 'owns'> {
  readonly props: Pick<ControllerProps<Api, Children>, 'render'>;
}

/**
 * Renders the children of one resource.
 *
 * @throws RenderError if the author's code throws, returns a promise, or returns a construct outside of its scope; if
 *   the validation of a construct has findings; if a child is of a kind that the definition doesn't own, is outside of
 *   the resource's namespace, or has the name of another; or if children wait for each other.
 */
export function render<Api extends CustomResourceClass, Children>(
  { kind, owns, props }: RenderedController<Api, Children>,
  resource: Resource<Api>,
  references: References,
): Rendered<Children> {
  const key = objectKey(resource);
  const chart = new ResourceChart(kind, resource);
  let construct: Children;
  let objects: SynthesizedObject[];
  try {
    construct = props.render(chart, { resource, metadata: resource.metadata, spec: resource.spec, references });
    objects = synthesizedObjects(chart);
  } catch (error) {
    throw new RenderError(kind, key, [thrownText(error)], error);
  }
  if (isPromiseLike(construct)) {
    // Its result doesn't matter, and its failure must not end the process.
    construct.then(undefined, () => undefined);
    throw new RenderError(kind, key, ['`render` is asynchronous: build the children at once, and wait in `reconcile`']);
  }
  if (Construct.isConstruct(construct) && construct.node.root !== chart.node.root) {
    const { path } = construct.node;
    throw new RenderError(kind, key, [
      `\`render\` returns [${path}], which isn't built under its scope, so that none of its objects become children: build it there`,
    ]);
  }

  const parent = { owner: ownerReference(kind, resource), namespace: key.namespace };
  const { children, findings } = childrenOfObjects(objects, owns, parent);
  if (findings.length > 0) throw new RenderError(kind, key, findings);
  try {
    return { construct, children: childrenWithWaits(children) };
  } catch (error) {
    throw new RenderError(kind, key, [error instanceof Error ? error.message : String(error)], error);
  }
}

/** Returns the children among the rendered objects, and the findings for objects that can't be children. */
function childrenOfObjects(
  objects: readonly SynthesizedObject[],
  owns: readonly Kind[],
  { owner, namespace }: { readonly owner: OwnerReference; readonly namespace: string | undefined },
): { readonly children: ReadonlyMap<IConstruct, Child>; readonly findings: readonly string[] } {
  const findings: string[] = [];
  const children = new Map<IConstruct, Child>();
  const seen = new Set<string>();
  for (const { construct: source, object: written } of objects) {
    const object = withScopedNamespace(written);
    const named = groupVersionKind(object);
    const child = owns.find((owned) => isSameKind(owned, named));
    const title = `${object.kind} ${object.metadata.name}`;
    if (child === undefined) {
      findings.push(`${title} is ${unownedKind(named, owns)}`);
      continue;
    }
    const refusal = misplacement(object, child, namespace);
    if (refusal !== undefined) findings.push(`${title} ${refusal}`);
    const identity = `${object.apiVersion} ${object.kind} ${formatObjectKey(objectKey(object))}`;
    if (seen.has(identity)) findings.push(`${title} is rendered twice: give one of the two another name`);
    seen.add(identity);
    children.set(source, { kind: child, key: objectKey(object), object: withOwner(withSecretData(object), owner) });
  }
  return { children, findings };
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

function misplacement(
  { metadata }: KubernetesObject,
  { scope }: Kind,
  namespace: string | undefined,
): string | undefined {
  if (namespace === undefined) {
    return scope === 'Namespaced' && metadata.namespace === undefined
      ? 'has no namespace, and a cluster-scoped resource has none to give it: write one'
      : undefined;
  }
  if (scope === 'Cluster') {
    return "is cluster-scoped, and an object in a namespace can't own objects outside of it: leave it to a cluster-scoped resource";
  }
  if (metadata.namespace !== namespace) {
    return `is in namespace ${metadata.namespace}, and an object in ${namespace} can't own objects outside of it: leave its namespace out`;
  }
  return undefined;
}

function withOwner(object: KubernetesObject, owner: OwnerReference): KubernetesObject {
  return {
    ...object,
    metadata: { ...object.metadata, ownerReferences: [...(object.metadata.ownerReferences ?? []), owner] },
  };
}
