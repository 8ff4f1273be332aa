import type { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { type Finding, formatFinding, isJsonObject, type JsonValue } from '../../schema/index.ts';
import { roundedIntegers, unmeantValues, validatedValue } from '../../schema/structural/index.ts';
import { kindClass } from '../kind/kind-class.ts';
import type { ApiObjectClass } from '../kind/kind-reference.ts';
import { objectFindings } from '../manifest/object-finding.ts';
import { kindFindings } from '../manifest/prop-finding.ts';
import type { ResourceMetadata } from '../manifest/resource-metadata.ts';
import { foreignToJson } from '../manifest/unwritable-value.ts';
import type { ResourceValidation } from '../resource/resource-validation.ts';
import { type ImportedDefinition, importedSchema } from './imported-definition.ts';

/** What the props of every imported construct have. */
export interface ImportedResourceProps {
  /** @default a name made from the construct's path, in the chart's namespace */
  readonly metadata?: ResourceMetadata;
}

/** Any class made by `ImportedResource`. */
export interface ImportedResourceClass extends ApiObjectClass {
  readonly definition: ImportedDefinition;
}

/** Props without the metadata. Those of a kind that may have any fields keep the known ones, which `Omit` would lose. */
type ContentOf<Props extends ImportedResourceProps> = {
  [Field in keyof Props as Field extends 'metadata' ? never : Field]: Props[Field];
};

/** An object of an imported kind as its author writes it. */
export type ImportedResourceInput<Props extends ImportedResourceProps> = ContentOf<Props> & {
  /** Rules that name it are not evaluated where it isn't given. */
  readonly metadata?: { readonly name?: string; readonly [field: string]: unknown };
};

/** What there is of an object of an imported kind beside its metadata, as the API server has it. */
export type ImportedContent<Props extends ImportedResourceProps, Status> = ContentOf<Props> & {
  readonly status?: Status;
};

/** What {@link ImportedResource} makes: a kind's definition and its typed construct in one class. */
export interface ImportedResourceConstructor<Props extends ImportedResourceProps, Status>
  extends ImportedResourceClass {
  new (scope: Construct, id: string, props: Props): ApiObject;
  readonly prototype: ApiObject;
  readonly definition: ImportedDefinition<ImportedContent<Props, Status>>;

  /**
   * What the API server would say if this was created or, where `previous` is given, if that was changed to this, by the
   * schema of the kind and its rules, and of fields that it doesn't declare. For unit tests. What JSON doesn't have is a
   * finding; null where it isn't `nullable`, which the API server drops without a word, is one at synth only.
   */
  validate(input: ImportedResourceInput<Props>, previous?: ImportedResourceInput<Props>): ResourceValidation;
}

/**
 * Makes the construct of a kind that others have defined. `operand import` writes the classes that extend what it returns:
 *
 * ```ts
 * export class ServiceMonitor extends ImportedResource<ServiceMonitorProps>({
 *   group: 'monitoring.coreos.com', version: 'v1', kind: 'ServiceMonitor', plural: 'servicemonitors', scope: 'Namespaced',
 *   schema,
 * }) {}
 * ```
 *
 * An object is held against the schema of its kind at synth, as API servers do it under strict validation of fields.
 * What only they can evaluate is left to them. Every object of the kind in this version is an instance of the class,
 * however it was constructed.
 */
export function ImportedResource<Props extends ImportedResourceProps, Status = unknown>(
  definition: ImportedDefinition<ImportedContent<Props, Status>>,
): ImportedResourceConstructor<Props, Status> {
  const made = kindClass<typeof definition, Props>(definition, {
    given: (props) => ({ ...props }),
    findings: (object, props) => [
      ...kindFindings(props, object).map(formatFinding),
      ...objectFindings({ object, props }, (written) => writtenFindings(definition, written)),
    ],
  });
  const asWritten = (input: ImportedResourceInput<Props>) => asJson({ ...input, ...made.GVK });

  return Object.assign(made, {
    validate(input: ImportedResourceInput<Props>, previous?: ImportedResourceInput<Props>): ResourceValidation {
      const lost = [...foreignToJson({ ...input }, ''), ...foreignToJson({ ...previous }, 'previous')];
      if (lost.length > 0) return { findings: lost, unevaluated: [] };
      return objectVerdict(definition, asWritten(input), previous === undefined ? undefined : asWritten(previous));
    },
  });
}

/** What the API server would refuse, and what it would drop without a word. */
function writtenFindings(definition: ImportedDefinition, written: JsonValue): readonly Finding[] {
  const unmeant = unmeantValues(importedSchema(definition), written);
  const { findings } = schemaVerdict(definition, written);
  return [...unmeant, ...findings.filter(({ path }) => !unmeant.some((finding) => finding.path === path))];
}

function objectVerdict(definition: ImportedDefinition, object: JsonValue, previous?: JsonValue): ResourceValidation {
  const { findings, unevaluated } = schemaVerdict(definition, object, previous);
  return { findings: [...roundedIntegers(importedSchema(definition), object), ...findings], unevaluated };
}

function schemaVerdict(definition: ImportedDefinition, object: JsonValue, previous?: JsonValue): ResourceValidation {
  const { findings, unevaluated } = validatedValue(importedSchema(definition), object, previous);
  // Modules hold no schema of the status.
  const told = findings.map((finding) =>
    finding.path === 'status' && finding.reason === 'unknown-field'
      ? { path: 'status', message: 'is written by controllers only: leave it out' }
      : finding,
  );
  return { findings: told, unevaluated };
}

/** What is written of an object: JSON has no undefined fields. */
function asJson(object: object): JsonValue {
  const written: unknown = JSON.parse(JSON.stringify(object));
  return isJsonObject(written) ? written : null;
}
