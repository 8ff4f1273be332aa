import type { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { z } from 'zod';
import {
  type Finding,
  fieldPath,
  formatFinding,
  InvalidValueError,
  isJsonObject,
  type JsonObject,
  nearest,
  parse,
} from '../../schema/index.ts';
import { kindClass } from '../kind/kind-class.ts';
import { pluralOf } from '../kind/plural.ts';
import { objectFindings } from '../manifest/object-finding.ts';
import { propFindings } from '../manifest/prop-finding.ts';
import type { ResourceMetadata } from '../manifest/resource-metadata.ts';
import { foreignToJson } from '../manifest/unwritable-value.ts';
import { judgedSpec } from './judged-spec.ts';
import type { PrinterColumn } from './printer-column.ts';
import type { CustomResourceClass, ResourceDefinition } from './resource-definition.ts';
import type { ResourceDefinitionProps } from './resource-definition-props.ts';
import { type ResourceInput, type ResourceValidation, resourceValidation } from './resource-validation.ts';

/** Props of the construct that a custom resource class is. */
export interface CustomResourceProps<SpecType extends z.ZodObject> {
  /** @default a name made from the construct's path, in the chart's namespace */
  readonly metadata?: ResourceMetadata;
  readonly spec: z.input<SpecType>;
}

/** A spec beside the name of its resource. */
type ChildInput<Spec> = Spec & { readonly name: string };

/** What {@link CustomResource} makes: definition, typed construct, and source of the run-time types in one class. */
export interface CustomResourceConstructor<
  SpecType extends z.ZodObject = z.ZodObject,
  StatusType extends z.ZodObject = z.ZodObject,
> extends CustomResourceClass {
  new (scope: Construct, id: string, props: CustomResourceProps<SpecType>): ApiObject;
  readonly prototype: ApiObject;
  readonly definition: ResourceDefinition<SpecType, StatusType>;

  /**
   * A spec as the run time sees it, from one as authors write it: checked, also by its rules, defaults filled in.
   * With it a child construct is used without an operator, or checks itself what it is given. The spec of the resource that
   * it is rendered from, it gets as that is: the API server has let it in, perhaps by rules that were others then.
   *
   * @param at - the construct that is given the spec, whose path errors tell. @default errors tell none
   * @throws InvalidValueError naming each wrong field.
   */
  spec(input: z.input<SpecType>, at?: Construct): z.output<SpecType>;

  /**
   * The props of a child construct: the name of the resource and its spec, checked like {@link spec}, with defaults.
   * The rules of the whole object are checked, too, as far as they read the name and the spec.
   *
   * @throws InvalidValueError naming each wrong field.
   * @example const { name, size } = Memcached.childProps(props, this);
   */
  childProps(props: ChildInput<z.input<SpecType>>, at?: Construct): ChildInput<z.output<SpecType>>;

  /**
   * What the API server would say if this was created or, where `previous` is given, if that was changed to this:
   * of fields, immutable ones among them, and by the rules of the spec and of the whole object. For unit tests.
   *
   * ```ts
   * const { findings } = Database.verdict({ spec: { engine: 'mysql' } }, { spec: { engine: 'postgresql' } });
   * assert.deepEqual(findings, [{ path: 'spec.engine', message: 'engine is immutable' }]);
   * ```
   *
   * What webhooks and policies say, and whether a rule costs too much, is not part of it. Differing from the API server,
   * a field whose type was not valid before is a finding also where it stays as it was.
   */
  validate(input: ResourceInput<z.input<SpecType>>, previous?: ResourceInput<z.input<SpecType>>): ResourceValidation;
}

/**
 * Defines a kind of custom resource. Extend what it returns:
 *
 * ```ts
 * export class Memcached extends CustomResource({
 *   group: 'cache.example.com', version: 'v1alpha1', kind: 'Memcached',
 *   spec: z.object({ size: z.int32().min(1).default(3) }),
 * }) {}
 * ```
 *
 * The class is the CRD's definition, a cdk8s construct for charts, whose spec is checked at synth,
 * and the source of the types `Spec`, `SpecInput`, `Status` and `Resource`. Every object of the kind in this version is an
 * instance of it, however it was constructed.
 */
export function CustomResource<
  SpecType extends z.ZodObject,
  StatusType extends z.ZodObject = z.ZodObject<Record<never, never>>,
  const Older extends readonly CustomResourceClass[] = readonly [],
>(props: ResourceDefinitionProps<SpecType, StatusType, Older>): CustomResourceConstructor<SpecType, StatusType> {
  const definition = resourceDefinition(props);
  const made = kindClass<typeof definition, CustomResourceProps<SpecType>>(definition, {
    given: ({ metadata, spec }) => ({ ...(metadata && { metadata }), spec }),
    findings: (object, props) => [
      ...propFindings(props, object).map(formatFinding),
      ...objectFindings({ object, props }, (written) => writtenVerdict(definition, written)),
    ],
  });

  function checked(
    input: z.input<SpecType>,
    at: Construct | undefined,
    metadata?: ResourceMetadata,
  ): z.output<SpecType> {
    // The definition is the very one that this spec has been parsed by.
    const judged = at && (judgedSpec(definition, input, at) as z.output<SpecType> | undefined);
    if (judged !== undefined) return judged;
    const subject = at === undefined ? definition.kind : `[${at.node.path}] ${definition.kind}`;
    const lost = foreignToJson(input, 'spec');
    if (lost.length > 0) throw new InvalidValueError(subject, lost);
    const parsed = parse(definition.spec, input, 'spec');
    if ('findings' in parsed) throw new InvalidValueError(subject, parsed.findings);
    const { findings } = resourceValidation(definition, { ...(metadata && { metadata }), spec: input });
    if (findings.length > 0) throw new InvalidValueError(subject, findings);
    return parsed.value;
  }

  return Object.assign(made, {
    spec: (input: z.input<SpecType>, at?: Construct) => checked(input, at),

    childProps({ name, ...input }: ChildInput<z.input<SpecType>>, at?: Construct): ChildInput<z.output<SpecType>> {
      // TypeScript can't know that the rest of a spec with a name is that spec.
      return { name, ...checked(input as z.input<SpecType>, at, { name }) };
    },

    validate(input: ResourceInput<z.input<SpecType>>, previous?: ResourceInput<z.input<SpecType>>): ResourceValidation {
      const lost = [...foreignToJson({ ...input }, ''), ...foreignToJson({ ...previous }, 'previous')];
      return lost.length > 0 ? { findings: lost, unevaluated: [] } : resourceValidation(definition, input, previous);
    },
  });
}

function writtenVerdict(definition: ResourceDefinition, written: JsonObject): readonly Finding[] {
  const { metadata, spec } = written;
  const { findings } = resourceValidation(definition, { ...(isJsonObject(metadata) && { metadata }), spec });
  return [...unknownTopFields(written), ...findings];
}

const topFields: readonly string[] = ['apiVersion', 'kind', 'metadata', 'spec', 'status'];

/** Fields beside the spec that an object has got by a patch. */
function unknownTopFields(written: JsonObject): Finding[] {
  return Object.keys(written).flatMap((name) => {
    if (topFields.includes(name)) return [];
    const meant = nearest(name, topFields);
    return [
      {
        path: fieldPath('', name),
        message: `unknown field, ${meant === undefined ? 'leave it out' : `did you mean ${meant}?`}`,
      },
    ];
  });
}

function resourceDefinition<
  SpecType extends z.ZodObject,
  StatusType extends z.ZodObject,
  Older extends readonly CustomResourceClass[],
>(props: ResourceDefinitionProps<SpecType, StatusType, Older>): ResourceDefinition<SpecType, StatusType> {
  const { group, version, kind, spec } = props;
  const singular = kind.toLowerCase();
  return {
    group,
    version,
    kind,
    singular,
    plural: props.plural ?? pluralOf(singular),
    listKind: props.listKind ?? `${kind}List`,
    scope: props.scope ?? 'Namespaced',
    shortNames: props.shortNames ?? [],
    categories: props.categories ?? [],
    description: props.description ?? `${kind} of the ${group} API.`,
    spec,
    // The one place where the type can't follow: StatusType is z.object({}) exactly when no status was given.
    status: props.status ?? (z.object({}) as StatusType & z.ZodObject),
    rules: props.rules ?? [],
    printerColumns: props.printerColumns ?? conditionColumns,
    selectableFields: props.selectableFields ?? [],
    scale: props.scale,
    deprecation: props.deprecation,
    served: props.served ?? true,
    versions: props.versions ?? [],
  };
}

const conditionColumns: readonly PrinterColumn[] = [
  { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
  { name: 'Reason', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].reason' },
  { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
];
