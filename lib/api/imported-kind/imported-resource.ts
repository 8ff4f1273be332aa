import type { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { type Finding, formatFinding, isJsonObject, type JsonValue } from '../../schema/index.ts';
import { authoredValueFindings, roundedIntegerFindings, validatedValue } from '../../schema/structural/index.ts';
import { kindClass } from '../kind/kind-class.ts';
import type { ApiObjectClass } from '../kind/kind-reference.ts';
import { objectFindings } from '../manifest/object-finding.ts';
import { kindPropFindings } from '../manifest/prop-finding.ts';
import type { ResourceMetadata } from '../manifest/resource-metadata.ts';
import { nonJsonFindings } from '../manifest/unwritable-value.ts';
import type { ResourceValidation } from '../resource/resource-validation.ts';
import type { ImportedDefinition } from './imported-definition.ts';

/** The props that every imported construct has. */
export interface ImportedResourceProps {
  /** @default a name made from the construct's path, in the chart's namespace */
  readonly metadata?: ResourceMetadata;
}

/** Any class made by `ImportedResource`. */
export interface ImportedResourceClass extends ApiObjectClass {
  readonly definition: ImportedDefinition;
}

/** Props without the metadata. If a kind may have any fields, the known ones are kept, which `Omit` would lose. */
type ContentOf<Props extends ImportedResourceProps> = {
  [Field in keyof Props as Field extends 'metadata' ? never : Field]: Props[Field];
};

/** An object of an imported kind as its author writes it. */
export type ImportedResourceInput<Props extends ImportedResourceProps> = ContentOf<Props> & {
  /** Rules that read it are not evaluated if it isn't given. */
  readonly metadata?: { readonly name?: string; readonly [field: string]: unknown };
};

/** The fields of an imported kind's object beside its metadata, as the API server has them. */
export type ImportedContent<Props extends ImportedResourceProps, Status> = ContentOf<Props> & {
  readonly status?: Status;
};

/** A class made by {@link ImportedResource}: a kind's definition and its typed construct in one. */
export interface ImportedResourceConstructor<Props extends ImportedResourceProps, Status>
  extends ImportedResourceClass {
  new (scope: Construct, id: string, props: Props): ApiObject;
  readonly prototype: ApiObject;
  readonly definition: ImportedDefinition<ImportedContent<Props, Status>>;

  /**
   * Returns the validation of the API server for the creation of this object or, if `previous` is given, for the change
   * from that to this. It covers the schema of the kind, its rules, and undeclared fields. For unit tests. A value that
   * isn't JSON is a finding. The API server silently drops a null that isn't `nullable`, which is a finding at synth
   * only.
   */
  validate(input: ImportedResourceInput<Props>, previous?: ImportedResourceInput<Props>): ResourceValidation;
}

/**
 * Returns the construct class of a third-party kind. `operand import` writes the classes that extend it:
 *
 * Synth validates an object against the schema of its kind, as API servers do with strict validation of fields. Rules
 * that only an API server can evaluate are left to it. Every object of the kind in this version is an instance of the
 * class, even if another class has constructed it.
 *
 * @example
 * export class ServiceMonitor extends ImportedResource<ServiceMonitorProps>({
 *   group: 'monitoring.coreos.com',
 *   version: 'v1',
 *   kind: 'ServiceMonitor',
 *   plural: 'servicemonitors',
 *   scope: 'Namespaced',
 *   schema,
 * }) {}
 */
export function ImportedResource<Props extends ImportedResourceProps, Status = unknown>(
  definition: ImportedDefinition<ImportedContent<Props, Status>>,
): ImportedResourceConstructor<Props, Status> {
  let parsed: unknown;
  const schema = () => {
    parsed ??= JSON.parse(definition.schema);
    return parsed;
  };
  const made = kindClass<typeof definition, Props>(definition, {
    given: (props) => ({ ...props }),
    findings: (object, props) => [
      ...kindPropFindings(props, object).map(formatFinding),
      ...objectFindings({ object, props }, (written) => importedObjectFindings(schema(), written)),
    ],
  });
  const asWritten = (input: ImportedResourceInput<Props>) => objectAsJson({ ...input, ...made.GVK });

  return Object.assign(made, {
    validate(input: ImportedResourceInput<Props>, previous?: ImportedResourceInput<Props>): ResourceValidation {
      const lost = [...nonJsonFindings({ ...input }, ''), ...nonJsonFindings({ ...previous }, 'previous')];
      if (lost.length > 0) return { findings: lost, unevaluated: [] };
      return importedObjectValidation(
        schema(),
        asWritten(input),
        previous === undefined ? undefined : asWritten(previous),
      );
    },
  });
}

/** Returns findings for values that the API server would refuse or silently drop. */
function importedObjectFindings(schema: unknown, written: JsonValue): readonly Finding[] {
  const authorFindings = authoredValueFindings(schema, written);
  const { findings } = importedSchemaValidation(schema, written);
  return [
    ...authorFindings,
    ...findings.filter(({ path }) => !authorFindings.some((finding) => finding.path === path)),
  ];
}

function importedObjectValidation(schema: unknown, object: JsonValue, previous?: JsonValue): ResourceValidation {
  const { findings, unevaluated } = importedSchemaValidation(schema, object, previous);
  return { findings: [...roundedIntegerFindings(schema, object), ...findings], unevaluated };
}

function importedSchemaValidation(schema: unknown, object: JsonValue, previous?: JsonValue): ResourceValidation {
  const { findings, unevaluated } = validatedValue(schema, object, previous);
  // Imported modules have no schema of the status.
  const reported = findings.map((finding) =>
    finding.path === 'status' && finding.reason === 'unknown-field'
      ? { path: 'status', message: 'is written by controllers only: leave it out' }
      : finding,
  );
  return { findings: reported, unevaluated };
}

/** Returns the object as JSON, which has no undefined fields. */
function objectAsJson(object: object): JsonValue {
  const written: unknown = JSON.parse(JSON.stringify(object));
  return isJsonObject(written) ? written : null;
}
