// In: a custom resource as its author wrote it. Out: the resource as the API server would store it. Called by `render`.

import {
  apiVersion,
  type CustomResourceClass,
  callbackMetrics,
  convertObject,
  type Mutation,
  type Resource,
  type ResourceDefinition,
  type StoredObject,
} from '../../api/index.ts';
import { type DeclaredRequests, declaredClient } from '../../client/index.ts';
import { MutatingWebhook, type Operator } from '../../constructs/index.ts';
import { createdResource, webhookLive } from '../../render/index.ts';
import { formatFindings, isJsonObject, parse } from '../../schema/index.ts';
import { valueFindings } from '../../schema/structural/index.ts';
import { silentLogger, silentMetrics } from '../../telemetry/index.ts';
import { Failure } from '../failure.ts';
import type { FileObject } from './object-file.ts';

/**
 * Returns a resource as the API server would store it: converted to the storage version, with defaults, changed by the
 * operator's mutating webhooks, and validated. Selectors and match conditions of webhooks are ignored.
 *
 * @param others - the objects that webhooks look up.
 * @throws Failure that names the place, the path and the remedy.
 */
export async function admittedResource(
  { place, object }: FileObject,
  definition: ResourceDefinition,
  operator: Operator,
  others: readonly StoredObject[],
): Promise<Resource<CustomResourceClass>> {
  const stored = convertObject(definition, object, apiVersion(definition));
  let resource = createdResource({ ...stored, spec: validSpec(stored.spec ?? {}, definition, place) }, definition);
  for (const webhook of MutatingWebhook.in(operator).filter(({ props }) => props.for.definition === definition)) {
    const { spec = resource.spec, ...changes } = (await mutation(webhook, resource, others)) ?? {};
    const metadata = { ...resource.metadata, ...changes };
    resource = {
      ...resource,
      metadata,
      spec: validSpec(spec, definition, `${place}, changed by webhook ${webhook.name}`),
    };
  }
  const { status: _, ...whole } = resource;
  const written: unknown = whole;
  const findings = isJsonObject(written) ? valueFindings(definition.schema.object, written) : [];
  if (findings.length > 0) throw invalid(place, formatFindings(findings));
  return resource;
}

function validSpec(
  spec: unknown,
  definition: ResourceDefinition,
  place: string,
): Resource<CustomResourceClass>['spec'] {
  const parsed = parse(definition.spec, spec, 'spec');
  if ('findings' in parsed) throw invalid(place, formatFindings(parsed.findings));
  return parsed.value;
}

function invalid(place: string, findings: string): Failure {
  return new Failure(`${place}: ${findings}: the API server would refuse it, so correct these fields`);
}

async function mutation(
  { name, props }: MutatingWebhook,
  resource: Resource<CustomResourceClass>,
  others: readonly StoredObject[],
): Promise<Mutation<CustomResourceClass> | undefined> {
  const { signal } = new AbortController();
  const copy = structuredClone(resource);
  const user = { username: 'render', groups: [], extra: {} };
  return await props.mutate({
    ...{ resource: copy, metadata: copy.metadata, spec: copy.spec, previous: undefined },
    request: { operation: 'CREATE', user, isDryRun: true, uid: 'render' },
    live: webhookLive(props, others, resource.metadata.namespace),
    client: declaredClient(offlineRequests(name), { uses: props.uses ?? [], fieldManager: 'render', signal }),
    metrics: callbackMetrics(silentMetrics),
    ...{ log: silentLogger, signal },
  });
}

/** Returns a client that refuses all requests of a webhook. */
function offlineRequests(webhook: string): DeclaredRequests {
  const refuse = async () => {
    throw new Failure(`webhook ${webhook} sends requests, and \`render\` has no cluster: use \`diff\``);
  };
  return { get: refuse, list: refuse, create: refuse, apply: refuse, patch: refuse, delete: refuse };
}
