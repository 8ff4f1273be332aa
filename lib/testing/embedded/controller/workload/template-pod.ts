import type { JsonObject } from '../../../../api/index.ts';
import { controllerReference, metadataText } from '../../../../built-in/index.ts';
import { fieldsAt, withFields } from '../../../../schema/index.ts';

/** Returns a pod of an owner's template, with a generated name. */
export function templatePod(owner: JsonObject, template: JsonObject): JsonObject {
  const { labels, annotations, finalizers } = fieldsAt(template, 'metadata');
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: withFields(
      {
        generateName: `${metadataText(owner, 'name')}-`,
        namespace: metadataText(owner, 'namespace'),
        ownerReferences: [controllerReference(owner)],
      },
      { labels, annotations, finalizers },
    ),
    spec: fieldsAt(template, 'spec'),
  };
}
