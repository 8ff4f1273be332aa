import { isDeepStrictEqual } from 'node:util';
import {
  groupVersionKind,
  type Kind,
  type KubernetesObject,
  type OwnerReference,
  objectKey,
  type StoredObject,
} from '../../lib/api/index.ts';
import type { Client, Selection } from '../../lib/client/index.ts';
import type { ObjectAuthorization, RecordedRequest } from '../../lib/testing/index.ts';
import type { ObjectServer } from './object-server.ts';

/** Options of a {@link recordedClient}. */
export interface RecordedClientPorts {
  readonly server: ObjectServer;
  /** The kinds of possible owners. */
  readonly owners: readonly Kind[];
  /** Called with each request and the rights that it needs, as soon as they are known. */
  readonly note: (request: RecordedRequest) => void;
}

/**
 * A client of a server in memory that records the rights of its requests, including those that
 * OwnerReferencesPermissionEnforcement requires on a real one.
 */
export function recordedClient({ server, owners, note }: RecordedClientPorts): Client {
  const client = server.client();
  const noted = (...needs: readonly ObjectAuthorization[]) => {
    for (const need of needs) note({ request: `${need.verb} ${need.resource}`, needs: [need] });
  };
  return {
    ...client,
    get: async (kind, key, options) => {
      noted(right('get', kind, key));
      return await client.get(kind, key, options);
    },
    list: async (kind, options) => {
      noted(selecting('list', kind, options));
      return await client.list(kind, options);
    },
    watch: (kind, options) => {
      noted(selecting('watch', kind, options));
      return client.watch(kind, options);
    },
    create: async (kind, object, options) => {
      noted(right('create', kind, { ...objectKey(object), name: undefined }));
      return await client.create(kind, object, options);
    },
    patch: async (kind, key, patch, options) => {
      noted(right('patch', kind, key, options?.subresource));
      return await client.patch(kind, key, patch, options);
    },
    apply: async (kind, object, options) => {
      const key = objectKey(object);
      const before = server.object(kind, key);
      noted(
        right('patch', kind, key, options.subresource),
        ...(before === undefined ? [right('create', kind, key)] : []),
      );
      noted(...owning({ kind, before, object }, owners));
      return await client.apply(kind, object, options);
    },
    delete: async (kind, key, options) => {
      noted(right('delete', kind, key));
      await client.delete(kind, key, options);
    },
  };
}

function right(
  verb: string,
  { group, plural }: Kind,
  { namespace, name }: Pick<ObjectAuthorization, 'namespace' | 'name'> = {},
  subresource?: string,
): ObjectAuthorization {
  return { verb, group, resource: subresource === undefined ? plural : `${plural}/${subresource}`, namespace, name };
}

/** Lists and watches of one object name it. */
function selecting(verb: string, kind: Kind, { namespace, fieldSelector = '' }: Selection = {}): ObjectAuthorization {
  return right(verb, kind, { namespace, name: /^metadata\.name=(.+)$/.exec(fieldSelector)?.[1] });
}

/** The rights to give an object the applied owners. */
function owning(
  {
    kind,
    before,
    object,
  }: { readonly kind: Kind; readonly before?: StoredObject | undefined; readonly object: KubernetesObject },
  owners: readonly Kind[],
): ObjectAuthorization[] {
  const { ownerReferences: wanted = [] } = object.metadata;
  const { ownerReferences: present = [] } = before?.metadata ?? {};
  if (isDeepStrictEqual(wanted, present)) return [];
  const blocking = ({ uid, blockOwnerDeletion }: OwnerReference) =>
    blockOwnerDeletion === true && !present.some((owner) => owner.uid === uid && owner.blockOwnerDeletion === true);
  return [
    ...(before === undefined ? [] : [right('delete', kind, objectKey(object))]),
    ...wanted.filter(blocking).map((owner) => {
      const { group } = groupVersionKind(owner);
      const ownerKind = owners.find((each) => each.group === group && each.kind === owner.kind);
      if (ownerKind === undefined) throw new Error(`${owner.kind} ${owner.name} owns something: name its kind`);
      const namespace = ownerKind.scope === 'Namespaced' ? object.metadata.namespace : undefined;
      return right('update', ownerKind, { namespace, name: owner.name }, 'finalizers');
    }),
  ];
}
