import {
  type Finding,
  isJsonObject,
  NotGiven,
  parse,
  parseStored,
  ruleValidation,
  type UnevaluatedRule,
} from '../../schema/index.ts';
import { objectMetadataFindings } from '../../schema/structural/index.ts';
import { apiVersion } from '../kind/group-version-kind.ts';
import type { ResourceDefinition } from './resource-definition.ts';

/** A custom resource as its author writes it. */
export interface ResourceInput<SpecInput = unknown> {
  /**
   * Validated as the metadata of any object; rules see its name and generateName. Rules that read a field that isn't
   * given are not evaluated.
   */
  readonly metadata?: { readonly name?: string; readonly generateName?: string; readonly [field: string]: unknown };
  readonly spec: SpecInput;
}

/** The API server's validation of a custom resource, as far as it can be known without one. */
export interface ResourceValidation {
  /** The reasons why the API server would refuse it. Rules are only evaluated if the rest is valid. */
  readonly findings: readonly Finding[];
  /** The rules that only the API server can evaluate; none if other findings came first. */
  readonly unevaluated: readonly UnevaluatedRule[];
}

/**
 * Returns the API server's validation of a created object or, if `previous` is given, of a changed one. It covers the
 * metadata, the spec with its defaults, and the rules of the spec and of the whole object.
 */
export function resourceValidation(
  definition: ResourceDefinition,
  input: ResourceInput,
  previous?: ResourceInput,
): ResourceValidation {
  const parsed = parse(definition.spec, input.spec, 'spec');
  const wrong = [...resourceMetadataFindings(input.metadata), ...('findings' in parsed ? parsed.findings : [])];
  if ('findings' in parsed || wrong.length > 0) return { findings: wrong, unevaluated: [] };
  const schema = definition.schema.withRules;
  if (schema === undefined) return { findings: [], unevaluated: [] };
  const object = resourceSeenByRules(definition, { ...input, spec: parsed.value });
  if (previous === undefined) return withWrittenRules(definition, ruleValidation(schema, object));
  const before = resourceSeenByRules(definition, { ...previous, spec: specWithDefaults(definition, previous.spec) });
  const status = new NotGiven('status');
  return withWrittenRules(definition, ruleValidation(schema, { ...object, status }, { ...before, status }));
}

function resourceMetadataFindings(metadata: ResourceInput['metadata']): Finding[] {
  if (!isJsonObject(metadata)) return [];
  return objectMetadataFindings(metadata, 'metadata').map(({ path, message }) => ({ path, message }));
}

/** Replaces rules over the whole object by their text as the author wrote it. */
function withWrittenRules(
  definition: ResourceDefinition,
  { findings, unevaluated }: ResourceValidation,
): ResourceValidation {
  const rules = definition.schema.writtenRules;
  return { findings, unevaluated: unevaluated.map((each) => ({ ...each, rule: rules.get(each.rule) ?? each.rule })) };
}

/** Returns a resource as the rules of its definition see it. Its spec has its defaults. */
export function resourceSeenByRules(definition: ResourceDefinition, { metadata, spec }: ResourceInput): object {
  return {
    apiVersion: apiVersion(definition),
    kind: definition.kind,
    metadata: metadata === undefined ? new NotGiven('metadata') : { name: new NotGiven('metadata.name'), ...metadata },
    spec,
  };
}

/** A stored spec may be older than a required field; then it is taken as it is. */
function specWithDefaults({ spec: type }: ResourceDefinition, spec: unknown): unknown {
  const parsed = parseStored(type, spec);
  return 'value' in parsed ? parsed.value : spec;
}
