import type { JsonObject } from '../../../api/index.ts';
import { namespaces } from '../collection.ts';
import type { ResourceType } from '../resource-type.ts';
import { type AdmittedWrite, subresourceKinds } from './admitted-write.ts';

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
  if (type === write.type || write.subresource in subresourceKinds) return object;
  return await write.type.strategy.fromStorage(await type.strategy.toStorage(object));
}

async function converted<Value extends JsonObject | undefined>(
  { type, subresource }: AdmittedWrite,
  object: Value,
  target: ResourceType,
): Promise<Value | JsonObject> {
  if (object === undefined || target === type || subresource in subresourceKinds) return object;
  return await target.strategy.fromStorage(await type.strategy.toStorage(object));
}

/** The objects of a write in the version that a webhook asks for. */
export interface ReviewedObjects {
  readonly type: ResourceType;
  readonly object: JsonObject | undefined;
  readonly oldObject: JsonObject | undefined;
}

/** Returns the part of a review that webhooks and policies see. */
export function reviewRequest(write: AdmittedWrite, { type, object, oldObject }: ReviewedObjects): JsonObject {
  const { subresource, operation, options, isDryRun, requester, kind, namespace, name } = write;
  const { username, uid, groups, extra } = requester.user;
  const sub = subresource === '' ? {} : { subResource: subresource };
  const requestSub = subresource === '' ? {} : { requestSubResource: subresource };
  const shownNamespace = write.type.collection === namespaces ? name : (namespace ?? '');
  return {
    kind: subresource in subresourceKinds ? { ...kind } : { group: type.group, version: type.version, kind: type.kind },
    resource: { group: type.group, version: type.version, resource: type.plural },
    ...sub,
    requestKind: { ...kind },
    requestResource: { group: write.type.group, version: write.type.version, resource: write.type.plural },
    ...requestSub,
    ...(name !== '' && { name }),
    ...(shownNamespace !== '' && { namespace: shownNamespace }),
    operation,
    userInfo: {
      username,
      ...(uid !== undefined && { uid }),
      groups: [...groups],
      ...(extra !== undefined && {
        extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]])),
      }),
    },
    object: object ?? null,
    oldObject: oldObject ?? null,
    dryRun: isDryRun,
    options,
  };
}
