import type { JsonObject } from '../../../api/index.ts';
import type { ResourceType } from '../resource-type.ts';
import type { AdmittedWrite } from './admitted-write.ts';
import type { ReviewedObjects } from './webhook/webhook-review.ts';

/** Returns the objects of a write in the version that a rule names. */
export async function reviewedObjects(write: AdmittedWrite, type: ResourceType): Promise<ReviewedObjects> {
  const [object, oldObject] = [
    await converted(write, write.object, type),
    await converted(write, write.oldObject, type),
  ];
  return { type, object, oldObject };
}

/** Returns a changed object in the version of the write. */
export async function returnedObject(
  write: AdmittedWrite,
  object: JsonObject,
  type: ResourceType,
): Promise<JsonObject> {
  if (type === write.type || write.subresource === 'scale') return object;
  return await write.type.strategy.fromStorage(await type.strategy.toStorage(object));
}

async function converted<Value extends JsonObject | undefined>(
  { type, subresource }: AdmittedWrite,
  object: Value,
  target: ResourceType,
): Promise<Value | JsonObject> {
  if (object === undefined || target === type || subresource === 'scale') return object;
  return await target.strategy.fromStorage(await type.strategy.toStorage(object));
}
