import type { JsonObject } from '../../../../api/index.ts';
import { annotationsOf, labelsOf, metadataText, withMetadata } from '../../../../built-in/index.ts';
import { fieldsAt, objectsAt } from '../../../../schema/index.ts';
import { templatePod } from '../workload/template-pod.ts';

/** The finalizer that keeps pods until their Job has counted them. */
export const trackingFinalizer = 'batch.kubernetes.io/job-tracking';

/** The label and annotation of the index of a pod. */
const indexName = 'batch.kubernetes.io/job-completion-index';

/** Returns a pod of a Job. @param index - of an indexed Job */
export function jobPod(job: JsonObject, index: number | undefined): JsonObject {
  const pod = withMetadata(templatePod(job, fieldsAt(job, 'spec.template')), { finalizers: [trackingFinalizer] });
  if (index === undefined) return pod;
  const jobName = metadataText(job, 'name');
  const indexed = withMetadata(pod, {
    generateName: `${jobName}-${index}-`,
    labels: { ...labelsOf(pod), [indexName]: String(index) },
    annotations: { ...annotationsOf(pod), [indexName]: String(index) },
  });
  const spec = fieldsAt(pod, 'spec');
  const withIndex = (container: JsonObject): JsonObject => ({
    ...container,
    env: [
      ...objectsAt(container, 'env'),
      {
        name: 'JOB_COMPLETION_INDEX',
        valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: `metadata.labels['${indexName}']` } },
      },
    ],
  });
  return {
    ...indexed,
    spec: {
      ...spec,
      hostname: `${jobName}-${index}`,
      containers: objectsAt(spec, 'containers').map(withIndex),
      ...(objectsAt(spec, 'initContainers').length > 0 && {
        initContainers: objectsAt(spec, 'initContainers').map(withIndex),
      }),
    },
  };
}

/** Returns the index of a pod; undefined if its Job isn't indexed. */
export function indexOf(pod: JsonObject): number | undefined {
  const text = annotationsOf(pod)[indexName];
  return text === undefined ? undefined : Number(text);
}

/** Returns indexes as a Job's status shows them: `0,2-4`. */
export function indexText(indexes: Iterable<number>): string {
  const ranges: [first: number, last: number][] = [];
  for (const index of [...indexes].sort((one, other) => one - other)) {
    const range = ranges.at(-1);
    if (range?.[1] === index - 1) range[1] = index;
    else ranges.push([index, index]);
  }
  return ranges
    .map(([first, last]) => (first === last ? String(first) : `${first}${last === first + 1 ? ',' : '-'}${last}`))
    .join(',');
}

/** Returns the indexes of such a text. */
export function textIndexes(text: string, completions: number): Set<number> {
  const indexes = new Set<number>();
  for (const range of text === '' ? [] : text.split(',')) {
    const [first = 0, last = first] = range.split('-').map(Number);
    for (let index = first; index <= Math.min(last, completions - 1); index += 1) indexes.add(index);
  }
  return indexes;
}
