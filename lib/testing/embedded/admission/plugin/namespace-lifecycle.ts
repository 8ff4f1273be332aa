import { isDeleting } from '../../../../built-in/index.ts';
import { namespaces } from '../../collection.ts';
import { forbidden, objectNotFound } from '../../status-error.ts';
import type { ObjectStorage } from '../../store/object-storage.ts';
import type { AdmissionStep } from '../admitted-write.ts';

/** Namespaces that no client may delete. */
const permanent: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public']);

/** Refuses objects in namespaces that are absent or being deleted, and the deletion of permanent namespaces. */
export function namespaceLifecycle(store: ObjectStorage): AdmissionStep {
  return {
    mutate: ({ operation, type, namespace, name, object }) => {
      if (operation === 'DELETE') {
        if (type.collection === namespaces && permanent.has(name))
          throw forbidden(type, name, 'this namespace may not be deleted');
        return undefined;
      }
      if (!type.isNamespaced || namespace === undefined) return object;
      const found = store.get(namespaces, namespace);
      if (found === undefined) throw objectNotFound({ group: '', plural: 'namespaces', kind: 'Namespace' }, namespace);
      if (operation !== 'CREATE' || !isDeleting(found)) return object;
      const message = `unable to create new content in namespace ${namespace} because it is being terminated`;
      const cause = {
        reason: 'NamespaceTerminating',
        message: `namespace ${namespace} is being terminated`,
        field: 'metadata.namespace',
      };
      throw forbidden(type, name, message, [cause]);
    },
  };
}
