import jsonPatch, { type Operation } from 'fast-json-patch';
import type { KubernetesObject } from '../../api/index.ts';
import { mergedValue, type ValueChange } from './merged-value.ts';

/** An author's change of an object; omitted fields stay unchanged. */
export interface ObjectChange {
  readonly spec: ValueChange | undefined;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * Returns the smallest JSON patch for an author's change; empty if nothing changes.
 *
 * @param object - the object as sent by the API server.
 * @see https://www.rfc-editor.org/rfc/rfc6902
 */
export function objectPatch(object: KubernetesObject, { spec, labels, annotations }: ObjectChange): Operation[] {
  const { metadata } = object;
  const changed = {
    metadata: {
      ...pairs('labels', labels ?? metadata.labels),
      ...pairs('annotations', annotations ?? metadata.annotations),
    },
    ...(spec === undefined ? specOf(object.spec) : specOf(mergedValue(object.spec, spec))),
  };
  const sent = {
    metadata: { ...pairs('labels', metadata.labels), ...pairs('annotations', metadata.annotations) },
    ...specOf(object.spec),
  };
  return jsonPatch.compare(sent, changed);
}

/** Returns the patch of labels or annotations. To the API server, an absent map equals an empty one. */
function pairs(field: 'labels' | 'annotations', values: Readonly<Record<string, string>> | undefined): object {
  return values === undefined || Object.keys(values).length === 0 ? {} : { [field]: values };
}

function specOf(spec: unknown): object {
  return spec === undefined ? {} : { spec };
}
