// In: an app and its command line. Out: the changes that its operator would make in the cluster; the exit code. Called by
// `diff`.

import type { App } from 'cdk8s';
import { type KubernetesObject, objectTitle } from '../../api/index.ts';
import { systemClock } from '../../clock/index.ts';
import { Operator } from '../../constructs/index.ts';
import { type PreviewedChange, type PreviewedReconcile, previewReconciles } from '../../runtime/index.ts';
import { silentLogger } from '../../telemetry/index.ts';
import { yamlDocument } from '../../yaml/index.ts';
import { type ClusterClientOptions, clusterConnection } from '../cluster-client.ts';
import { assertDefinition } from '../definition-check.ts';
import { Failure } from '../failure.ts';
import { printText } from '../terminal/output.ts';
import { Results } from '../terminal/results.ts';
import type { ResultFormat } from '../terminal/shared-option.ts';
import { redactedSecret } from './redacted-secret.ts';
import { unifiedDiff } from './unified-diff.ts';

/** The options of `diff`. */
export interface DiffOptions extends ClusterClientOptions {
  /** True for the resources of all namespaces. */
  readonly all?: true;
  /** @default the namespace of the context */
  readonly namespace?: string;
  readonly output: ResultFormat;
}

/**
 * Prints the changes that the app's operators would make for their resources in a cluster; the process exits with 2 if
 * there are any, or a problem.
 *
 * @param name - that of the resources to compare.
 * @default all
 * @throws Failure if the definition has problems, or no resource has the name.
 */
export async function executeDiff(app: App, name: string | undefined, options: DiffOptions): Promise<void> {
  assertDefinition(app);
  const { client, namespace: usual } = await clusterConnection(options);
  const { all, namespace = usual } = options;
  const isSelected = ({ metadata }: KubernetesObject) =>
    (name === undefined || metadata.name === name) &&
    (all === true || metadata.namespace === undefined || metadata.namespace === namespace);
  const ports = { client, clock: systemClock, logger: silentLogger };
  const found: PreviewedReconcile[] = [];
  const results = new Results(options.output);
  let count = 0;
  try {
    for (const operator of Operator.in(app)) {
      for await (const each of previewReconciles(operator, ports, isSelected, new AbortController().signal)) {
        count += 1;
        const reconcile = { ...each, changes: each.changes.map(redactedChange) };
        if (reconcile.changes.length === 0 && reconcile.problem === undefined) continue;
        found.push(reconcile);
        results.add(reconcileJson(reconcile), reconcileText(reconcile));
      }
    }
  } finally {
    await client.close();
  }
  const place = all === true ? 'any namespace' : `namespace ${namespace}`;
  if (name !== undefined && count === 0)
    throw new Failure(
      `no resource of this app's kinds is named ${name} in ${place}: correct the name, -n or --context`,
    );
  if (options.output === 'text') printText(summary(found, count));
  results.end({ reconciles: results.items });
  if (found.length > 0) process.exitCode = 2;
}

function redactedChange({ action, before, after }: PreviewedChange): PreviewedChange {
  return {
    action,
    before: before && redactedSecret(before, after, 'before'),
    after: after && redactedSecret(after, before, 'after'),
  };
}

function reconcileText({ resource, changes, problem }: PreviewedReconcile): string {
  const title = objectTitle(resource);
  const texts = changes.map(
    (change) => `${change.action} ${objectTitle(objectOf(change))}, for ${title}\n${changeDiff(change)}`,
  );
  return [...texts, ...(problem === undefined ? [] : [`${title} would fail: ${problem}\n`])].join('');
}

function changeDiff(change: PreviewedChange): string {
  const { before, after } = change;
  const title = objectTitle(objectOf(change));
  return unifiedDiff(before === undefined ? '' : yamlDocument(before), after === undefined ? '' : yamlDocument(after), {
    before: before === undefined ? '/dev/null' : `${title} (in the cluster)`,
    after: after === undefined ? '/dev/null' : `${title} (by this operator)`,
  });
}

function objectOf({ before, after }: PreviewedChange): KubernetesObject {
  const object = after ?? before;
  if (object === undefined) throw new TypeError('a change has an object before or after it');
  return object;
}

function reconcileJson({ resource: { apiVersion, kind, metadata }, changes, problem }: PreviewedReconcile): object {
  const { namespace, name } = metadata;
  return { resource: { apiVersion, kind, namespace, name }, changes, problem };
}

function summary(found: readonly PreviewedReconcile[], count: number): string {
  const actions = Object.entries(
    Object.groupBy(
      found.flatMap(({ changes }) => changes),
      ({ action }) => action,
    ),
  );
  const failed = found.filter(({ problem }) => problem !== undefined).length;
  const parts = [
    ...actions.map(([action, of]) => `${of.length} to ${action}`),
    ...(failed === 0 ? [] : [`${failed} would fail`]),
  ];
  const resources = `${count} ${count === 1 ? 'resource' : 'resources'}`;
  return `${resources}: ${parts.length === 0 ? 'nothing to change' : parts.join(', ')}\n`;
}
