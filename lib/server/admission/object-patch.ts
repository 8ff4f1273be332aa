import jsonPatch, { type Operation } from 'fast-json-patch';
import type { KubernetesObject } from '../../api/index.ts';
import { mergedValue, type ValueChange } from './merged-value.ts';

/** What of an object an author changed; what is left out stays as it is. */
export interface ObjectChange {
  readonly spec: ValueChange | undefined;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * The smallest JSON patch that changes an object as its author wants it; empty if it is so already.
 *
 * @param object - as the API server sent it.
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

/** Labels or annotations as a field of metadata. None at all and an empty map are the same to the API server. */
function pairs(field: 'labels' | 'annotations', values: Readonly<Record<string, string>> | undefined): object {
  return values === undefined || Object.keys(values).length === 0 ? {} : { [field]: values };
}

function specOf(spec: unknown): object {
  return spec === undefined ? {} : { spec };
}
