// In: an object of a built-in kind, and its schema. Out: causes with the API server's words. Called by the strategies of built-in
// kinds.

import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { fieldsAt, isJsonList } from '../../schema/index.ts';
import { type Cause, causesAt, innerPath, invalidValue, missingName, unsupportedValue } from '../field-cause.ts';
import { plainFinalizerCauses } from '../metadata/finalizer-validation.ts';
import type { SchemaNode } from '../schema-node.ts';
import { apiExtensionRules } from './api-extension-rule.ts';
import { autoscalingRules } from './autoscaling-rule.ts';
import { containerStructRules } from './container-rule.ts';
import { coreRules } from './core-rule.ts';
import { definitionStructRules } from './definition-rule.ts';
import { fieldCauses, learnedRules } from './field-rule.ts';
import { jobRules } from './job-rule.ts';
import { networkRules } from './network-rule.ts';
import { podRules } from './pod-rule.ts';
import { quotaRules } from './quota-rule.ts';
import { roleStructRules } from './role-rule.ts';
import { itemsOf, type StructRule } from './struct-rule.ts';
import { volumeStructRules } from './volume-rule.ts';
import { workloadRules } from './workload-rule.ts';

const prefix = 'io.k8s.api.';

/** The definitions whose choices have rules of their own, or none. */
const ruled: ReadonlySet<string> = new Set(
  [
    'apps.v1.DaemonSetUpdateStrategy',
    'apps.v1.DeploymentStrategy',
    'apps.v1.StatefulSetUpdateStrategy',
    'core.v1.PersistentVolumeClaimStatus',
    'core.v1.ResourceQuotaSpec',
    'core.v1.ScopedResourceSelectorRequirement',
  ].map((name) => `${prefix}${name}`),
);

/** The kinds whose finalizers may have no domain. */
const plainKinds =
  /\.(?:admissionregistration|apiextensions|apiregistration|coordination|events|node)\.|\.(?:Event|PodDisruptionBudget)$/;

/** Yields the causes of all structs of an object. */
export function* objectCauses(schema: SchemaNode, object: JsonObject): Iterable<Cause> {
  if (!plainKinds.test(schema.definition)) yield* plainFinalizerCauses(object);
  yield* structCauses(schema, object, '');
}

function* valueCauses(schema: SchemaNode, value: JsonValue, path: string): Iterable<Cause> {
  const { items } = schema;
  if (isJsonList(value) && items !== undefined)
    for (const [index, item] of value.entries()) yield* valueCauses(items, item, `${path}[${index}]`);
  if (isJsonObject(value) && !schema.isMap && schema.fieldNames.length > 0) yield* structCauses(schema, value, path);
}

function* structCauses(schema: SchemaNode, value: JsonObject, path: string): Iterable<Cause> {
  const { definition } = schema;
  const rules = learnedRules[definition] ?? {};
  const ownRule = structRules[definition.slice(definition.startsWith(prefix) ? prefix.length : 0)];
  if (ownRule !== undefined) yield* causesAt(path, ownRule(value));
  for (const name of new Set([...Object.keys(rules), ...Object.keys(value)])) {
    const inner = schema.field(name);
    if (inner === undefined || inner.definition.endsWith('.ObjectMeta')) continue;
    if (unruled.has(`${definition}.${name}`)) continue;
    const place = innerPath(path, name);
    const { [name]: field } = value;
    const { [name]: rule } = rules;
    if ((rule === undefined || rule.text !== undefined) && !ruled.has(definition))
      yield* choiceCauses(inner, field, { path: place, text: rule?.text });
    if (rule !== undefined) yield* fieldCauses(rule, field, place);
    if (field === undefined) continue;
    const isOfClaim = claimTest(definition, value);
    for (const cause of valueCauses(inner, field, place)) if (!isOfClaim(cause)) yield cause;
  }
}

/**
 * Fields without a rule of their own: metrics have the labels of another system, and the values for nodes are those of
 * labels only where a node must have them, see `core.v1.NodeSelector`.
 */
const unruled: ReadonlySet<string> = new Set([
  `${prefix}autoscaling.v2.MetricIdentifier.selector`,
  `${prefix}core.v1.NodeSelectorRequirement.values`,
]);

/** Returns a test of causes: containers of a StatefulSet also use the volumes of its claims. */
function claimTest(definition: string, spec: JsonObject): (cause: Cause) => boolean {
  if (definition !== `${prefix}apps.v1.StatefulSetSpec`) return () => false;
  const claims = itemsOf(spec, 'volumeClaimTemplates').map(([claim]) => fieldsAt(claim, 'metadata').name ?? '');
  const messages = new Set(claims.map((name) => missingName('', name).message));
  return ({ message, field = '' }) =>
    messages.has(message) && /\.volume(?:Mounts|Devices)\[\d{1,9}\]\.name$/.test(field);
}

/**
 * A field without a learned rule has the choices that its schema publishes.
 *
 * @param text - the words for other values
 */
function* choiceCauses(
  schema: SchemaNode,
  value: JsonValue | undefined,
  { path, text }: { readonly path: string; readonly text: string | undefined },
): Iterable<Cause> {
  const { enum: choices } = schema.raw;
  if (!isJsonList(choices) || typeof value !== 'string' || value === '' || choices.includes(value)) return;
  yield text === undefined ? unsupportedValue(path, value, choices.map(String)) : invalidValue(path, value, text);
}

/** Definition, without `io.k8s.api.` → its rule. */
const structRules: Readonly<Record<string, StructRule>> = {
  ...networkRules,
  ...roleStructRules,
  ...apiExtensionRules,
  ...autoscalingRules,
  ...coreRules,
  ...definitionStructRules,
  ...quotaRules,
  ...containerStructRules,
  ...jobRules,
  ...podRules,
  ...volumeStructRules,
  ...workloadRules,
};
