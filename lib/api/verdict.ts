import { z } from 'zod';
import {
  type Finding,
  type JsonSchemaProps,
  NotGiven,
  parse,
  parseStored,
  ratchetingRule,
  ruleVerdict,
  schemaRefusals,
  structuralSchema,
  type UnevaluatedRule,
} from '../schema/index.ts';
import { apiVersion } from './group-version-kind.ts';
import type { ResourceDefinition } from './resource-definition.ts';

/** A custom resource as its author writes it. */
export interface ResourceInput<SpecInput = unknown> {
  /** Of it rules see name and generateName. Rules that name what isn't given are not evaluated. */
  readonly metadata?: { readonly name?: string; readonly generateName?: string; readonly [field: string]: unknown };
  readonly spec: SpecInput;
}

/** What the API server would say of a custom resource, as far as that can be known without one. */
export interface Verdict {
  /** Why it would be refused. Rules are looked at only where the rest is valid. */
  readonly findings: readonly Finding[];
  /** The rules that only the API server can evaluate; there are none where findings came before. */
  readonly unevaluated: readonly UnevaluatedRule[];
}

/**
 * What the API server would say if an object was created or, where `previous` is given, changed: of its spec, with
 * defaults filled in, and by the rules of the spec and of the whole object.
 */
export function verdict(definition: ResourceDefinition, input: ResourceInput, previous?: ResourceInput): Verdict {
  const parsed = parse(definition.spec, input.spec, 'spec');
  if ('findings' in parsed) return { findings: parsed.findings, unevaluated: [] };
  const schema = ruleSchema(definition);
  if (schema === undefined) return { findings: [], unevaluated: [] };
  const object = seenByRules(definition, { ...input, spec: parsed.value });
  if (previous === undefined) return asWritten(definition, ruleVerdict(schema, object));
  const before = seenByRules(definition, { ...previous, spec: storedSpec(definition, previous.spec) });
  const status = new NotGiven('status');
  return asWritten(definition, ruleVerdict(schema, { ...object, status }, { ...before, status }));
}

/** Rules over the whole object are named as their author wrote them. */
function asWritten({ rules }: ResourceDefinition, { findings, unevaluated }: Verdict): Verdict {
  const written = new Map(rules.map((rule) => [ratchetingRule(rule).rule, rule.rule]));
  return { findings, unevaluated: unevaluated.map((each) => ({ ...each, rule: written.get(each.rule) ?? each.rule })) };
}

/** What rules see of an object, whose spec has its defaults. */
export function seenByRules(definition: ResourceDefinition, { metadata, spec }: ResourceInput): object {
  return {
    apiVersion: apiVersion(definition),
    kind: definition.kind,
    metadata: metadata === undefined ? new NotGiven('metadata') : { name: new NotGiven('metadata.name'), ...metadata },
    spec,
  };
}

/** A stored spec may be from before a field was demanded; it is taken as it is then. */
function storedSpec({ spec: type }: ResourceDefinition, spec: unknown): unknown {
  const parsed = parseStored(type, spec);
  return 'value' in parsed ? parsed.value : spec;
}

const known = new WeakMap<ResourceDefinition, JsonSchemaProps | undefined>();

/** The schema of a kind's whole object with its rules; undefined where Kubernetes can't express it, which is told of the definition. */
export function ruleSchema(definition: ResourceDefinition): JsonSchemaProps | undefined {
  if (!known.has(definition)) known.set(definition, newRuleSchema(definition));
  return known.get(definition);
}

function newRuleSchema({ spec, status, rules }: ResourceDefinition): JsonSchemaProps | undefined {
  const type = z.object({ spec, status: status.optional() });
  if (schemaRefusals(type).length > 0) return undefined;
  const schema = structuralSchema(type);
  const ratcheting = rules.map(ratchetingRule);
  return { ...schema, 'x-kubernetes-validations': [...(schema['x-kubernetes-validations'] ?? []), ...ratcheting] };
}
