// In: the objects that become children. Out: the fields of a spec that set their replicas and images. Called by
// `manifestKindFiles`.

import { typeName } from '../../import/index.ts';
import { numberAt, objectsAt, textAt } from '../../schema/index.ts';
import type { ManifestChild } from './manifest-child.ts';

/** The fields of a spec for one workload. */
export interface WorkloadFields {
  /** The name of the field that has the others, such as `web`. */
  readonly name: string;
  readonly child: ManifestChild;
  /** The number of pods, for a kind that can be scaled; without a default if an autoscaler sets it. */
  readonly replicas: { readonly default: number | undefined } | undefined;
  readonly images: readonly ImageField[];
}

/** The field of a container's image. */
export interface ImageField {
  readonly name: string;
  readonly container: string;
  readonly default: string;
  /** The path in the object, such as `spec.template.spec.containers[0].image`. */
  readonly path: string;
}

/** Kind → the path of the spec of its pods. */
const podSpecs: Readonly<Record<string, string>> = {
  CronJob: 'spec.jobTemplate.spec.template.spec',
  DaemonSet: 'spec.template.spec',
  Deployment: 'spec.template.spec',
  Job: 'spec.template.spec',
  StatefulSet: 'spec.template.spec',
};

/** Returns the fields for each workload, named after it, and after its kind too if another workload has its name. */
export function workloadFields(children: readonly ManifestChild[]): readonly WorkloadFields[] {
  const workloads = children.flatMap((child) => {
    const podSpec = podSpecs[child.kind.kind];
    return podSpec === undefined ? [] : [{ child, podSpec, name: fieldName(child.name) }];
  });
  const names = workloads.map(({ child, name }) =>
    workloads.some((other) => other.child !== child && other.name === name) ? `${name}${child.kind.kind}` : name,
  );
  const distinct = distinctNames(names);
  return workloads.map(({ child, podSpec }, index) => ({
    name: distinct[index] ?? '',
    child,
    replicas: ['Deployment', 'StatefulSet'].includes(child.kind.kind)
      ? { default: isAutoscaled(child, children) ? undefined : numberAt(child.object, 'spec.replicas') }
      : undefined,
    images: imageFields(child, podSpec),
  }));
}

/** Returns true if an autoscaler among some children sets the number of pods, which the operator would set back. */
function isAutoscaled({ kind, name }: ManifestChild, children: readonly ManifestChild[]): boolean {
  return children.some(
    ({ kind: other, object }) =>
      other.kind === 'HorizontalPodAutoscaler' &&
      textAt(object, 'spec.scaleTargetRef.kind') === kind.kind &&
      textAt(object, 'spec.scaleTargetRef.name') === name,
  );
}

function imageFields({ object }: ManifestChild, podSpec: string): readonly ImageField[] {
  const containers = ['initContainers', 'containers'].flatMap((list) =>
    objectsAt(object, `${podSpec}.${list}`).map((container, index) => ({
      container: textAt(container, 'name'),
      default: textAt(container, 'image'),
      path: `${podSpec}.${list}[${index}].image`,
    })),
  );
  const names = distinctNames(containers.map(({ container }) => fieldName(container)));
  return containers.map((each, index) => ({ ...each, name: names[index] ?? '' }));
}

/** Returns names with a number at the end of each that an earlier one has. */
export function distinctNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let distinct = name;
    for (let number = 2; taken.has(distinct); number += 1) distinct = `${name}${number}`;
    taken.add(distinct);
    return distinct;
  });
}

/** Returns the name of an object or a container as that of a field: `redisMaster` for `redis-master`. */
function fieldName(name: string): string {
  const type = typeName(name);
  return type.slice(0, 1).toLowerCase() + type.slice(1);
}
