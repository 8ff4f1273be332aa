// In: a custom resource with its children. Out: steps after which an operator has nothing to do. Called by explorations.

import { isJsonObject, type JsonObject, type KubernetesObject, objectKey, type StoredObject } from '../../api/index.ts';
import { objectsAt, withFields } from '../../schema/index.ts';
import { hasFieldsOf } from '../scenario/object-state.ts';
import { childrenOf } from '../scenario/object-tree.ts';
import type { World } from '../scenario/world.ts';
import { note, otherActor } from './other-actor.ts';
import type { UserStep } from './step-run.ts';

/** Outside events that don't concern the operator. */
export const outsideEvents: readonly UserStep[] = [
  { name: 'ten minutes pass', act: (world) => world.advance(600_000) },
  { name: 'the manager starts again', act: (world) => world.restart() },
  {
    // Annotations of a Deployment change its generation, and with it the status.
    name: 'another actor labels each child',
    act: (world) => changeAll(world, written(world), { labels: note }),
  },
  {
    name: 'another actor annotates each resource',
    act: (world) => changeAll(world, world.resources(), { annotations: note }),
  },
  {
    name: 'another actor creates objects of the same kinds',
    act: async (world) => {
      // Pods of another workload with the same labels would belong to the resource.
      const plain = written(world).filter(({ spec }) => !isJsonObject(spec) || spec.template === undefined);
      for (const object of plain) await createUnrelated(world, object);
    },
  },
];

/** Returns the objects that the operator has written, other than resources. */
function written(world: World): readonly StoredObject[] {
  const objects = world.simulation.objects.all();
  const children = world.resources().flatMap((resource) => childrenOf(objects, resource));
  return children.filter((object) => hasFieldsOf(object, world.operator.name));
}

async function changeAll({ simulation }: World, objects: readonly StoredObject[], metadata: JsonObject): Promise<void> {
  const patch = { type: 'merge', body: { metadata } } as const;
  for (const object of objects) {
    await simulation.admin.patch(simulation.objects.kindOf(object), objectKey(object), patch, otherActor);
  }
}

/** Creates an object like another one, without its owner and labels. */
async function createUnrelated({ simulation }: World, object: StoredObject): Promise<void> {
  const { status: _, metadata, ...content } = object;
  const { namespace, name } = metadata;
  const copy = { ...content, metadata: { name: `unrelated-${name}`, ...(namespace !== undefined && { namespace }) } };
  await simulation.admin.create(simulation.objects.kindOf(object), withoutAddress(copy), otherActor);
}

/** The API server gives each Service an address and ports on nodes of its own. */
function withoutAddress(object: KubernetesObject): KubernetesObject {
  if (object.kind !== 'Service' || !isJsonObject(object.spec)) return object;
  const { clusterIP: _, clusterIPs: __, healthCheckNodePort: ___, ...spec } = object.spec;
  const ports = objectsAt(spec, 'ports').map((port) => withFields(port, { nodePort: undefined }));
  return { ...object, spec: { ...spec, ...(ports.length > 0 && { ports }) } };
}
