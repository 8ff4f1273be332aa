import { z } from 'zod';
import {
  type Finding,
  isJsonObject,
  type JsonSchemaProps,
  NotGiven,
  parse,
  parseStored,
  ratchetingRule,
  ruleValidation,
  schemaRefusals,
  structuralSchema,
  type UnevaluatedRule,
} from '../../schema/index.ts';
import { objectMetadataFindings } from '../../schema/structural/index.ts';
import { apiVersion } from '../kind/group-version-kind.ts';
import type { ResourceDefinition } from './resource-definition.ts';

/** A custom resource as its author writes it. */
export interface ResourceInput<SpecInput = unknown> {
  /** Judged as that of any object; of it rules see name and generateName. Rules that name what isn't given are not evaluated. */
  readonly metadata?: { readonly name?: string; readonly generateName?: string; readonly [field: string]: unknown };
  readonly spec: SpecInput;
}

/** What the API server would say of a custom resource, as far as that can be known without one. */
export interface ResourceValidation {
  /** Why it would be refused. Rules are looked at only where the rest is valid. */
  readonly findings: readonly Finding[];
  /** The rules that only the API server can evaluate; there are none where findings came before. */
  readonly unevaluated: readonly UnevaluatedRule[];
}

/**
 * What the API server would say if an object was created or, where `previous` is given, changed: of its metadata,
 * of its spec, with defaults filled in, and by the rules of the spec and of the whole object.
 */
export function resourceValidation(
  definition: ResourceDefinition,
  input: ResourceInput,
  previous?: ResourceInput,
): ResourceValidation {
  const parsed = parse(definition.spec, input.spec, 'spec');
  const wrong = [...metadataFindings(input.metadata), ...('findings' in parsed ? parsed.findings : [])];
  if ('findings' in parsed || wrong.length > 0) return { findings: wrong, unevaluated: [] };
  const schema = schemaWithRules(definition);
  if (schema === undefined) return { findings: [], unevaluated: [] };
  const object = seenByRules(definition, { ...input, spec: parsed.value });
  if (previous === undefined) return asWritten(definition, ruleValidation(schema, object));
  const before = seenByRules(definition, { ...previous, spec: storedSpec(definition, previous.spec) });
  const status = new NotGiven('status');
  return asWritten(definition, ruleValidation(schema, { ...object, status }, { ...before, status }));
}

function metadataFindings(metadata: ResourceInput['metadata']): Finding[] {
  if (!isJsonObject(metadata)) return [];
  return objectMetadataFindings(metadata, 'metadata').map(({ path, message }) => ({ path, message }));
}

/** Rules over the whole object are named as their author wrote them. */
function asWritten(definition: ResourceDefinition, { findings, unevaluated }: ResourceValidation): ResourceValidation {
  const rules = writtenRules(definition);
  return { findings, unevaluated: unevaluated.map((each) => ({ ...each, rule: rules.get(each.rule) ?? each.rule })) };
}

const written = new WeakMap<ResourceDefinition, ReadonlyMap<string, string>>();

/** Rules over the whole object, as they are evaluated → as their author wrote them. Children check a spec with each render. */
function writtenRules(definition: ResourceDefinition): ReadonlyMap<string, string> {
  const before = written.get(definition);
  if (before !== undefined) return before;
  const rules = new Map(definition.rules.map((rule) => [ratchetingRule(rule).rule, rule.rule]));
  written.set(definition, rules);
  return rules;
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
export function schemaWithRules(definition: ResourceDefinition): JsonSchemaProps | undefined {
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
