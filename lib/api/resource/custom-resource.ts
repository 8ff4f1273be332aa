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
  nearestName,
  parse,
} from '../../schema/index.ts';
import { kindClass } from '../kind/kind-class.ts';
import { pluralOf } from '../kind/plural.ts';
import { objectFindings } from '../manifest/object-finding.ts';
import { propFindings } from '../manifest/prop-finding.ts';
import type { ResourceMetadata } from '../manifest/resource-metadata.ts';
import { nonJsonFindings } from '../manifest/unwritable-value.ts';
import { acceptedSpec } from './accepted-spec.ts';
import type { CustomResourceClass, PrinterColumn, ResourceDefinition } from './resource-definition.ts';
import type { ResourceDefinitionProps } from './resource-definition-props.ts';
import { ResourceSchema } from './resource-schema.ts';
import { type ResourceInput, type ResourceValidation, resourceValidation } from './resource-validation.ts';

/** Props of a custom resource class as a construct. */
export interface CustomResourceProps<SpecType extends z.ZodObject> {
  /** @default a name made from the construct's path, in the chart's namespace */
  readonly metadata?: ResourceMetadata;
  readonly spec: z.input<SpecType>;
}

/** A spec with the name of its resource. */
type ChildInput<Spec> = Spec & { readonly name: string };

/** A class made by {@link CustomResource}: definition, typed construct, and source of the run-time types in one. */
export interface CustomResourceConstructor<
  SpecType extends z.ZodObject = z.ZodObject,
  StatusType extends z.ZodObject = z.ZodObject,
> extends CustomResourceClass {
  new (scope: Construct, id: string, props: CustomResourceProps<SpecType>): ApiObject;
  readonly prototype: ApiObject;
  readonly definition: ResourceDefinition<SpecType, StatusType>;

  /**
   * Returns a spec with its defaults, from a spec as authors write it; validates it, also by its rules. With it a child
   * construct works without an operator, or validates its own input. The spec of the resource that it is rendered from
   * isn't validated again: the API server has accepted it, perhaps before a rule was added.
   *
   * @param at - the construct that is given the spec; errors name its path.
   * @default errors name no path
   * @throws InvalidValueError naming each wrong field.
   */
  spec(input: z.input<SpecType>, at?: Construct): z.output<SpecType>;

  /**
   * Returns the props of a child construct: the name of the resource and its spec, validated as by {@link spec}, with
   * defaults. Validates the rules of the whole object, too, as far as they read the name and the spec.
   *
   * @throws InvalidValueError naming each wrong field.
   * @example const { name, size } = Memcached.childProps(props, this);
   */
  childProps(props: ChildInput<z.input<SpecType>>, at?: Construct): ChildInput<z.output<SpecType>>;

  /**
   * Returns the validation of the API server for the creation of this object or, if `previous` is given, for the change
   * from that to this. It covers fields, immutable ones among them, and the rules of the spec and of the whole object.
   * For unit tests.
   *
   * ```ts
   * const { findings } = Database.validate({ spec: { engine: 'mysql' } }, { spec: { engine: 'postgresql' } });
   * assert.deepEqual(findings, [{ path: 'spec.engine', message: 'engine is immutable' }]);
   * ```
   *
   * Webhooks, policies and the cost of rules are not part of it. Unlike the API server, it also reports an unchanged
   * field whose type was not valid before.
   */
  validate(input: ResourceInput<z.input<SpecType>>, previous?: ResourceInput<z.input<SpecType>>): ResourceValidation;
}

/**
 * Defines a kind of custom resource. Extend the returned class:
 *
 * The class is the CRD's definition and the source of the types `Spec`, `SpecInput`, `Status` and `Resource`. It is also
 * a cdk8s construct for charts, whose spec is validated at synth. Every object of the kind in this version is an
 * instance of it, even if another class has constructed it.
 *
 * @example
 * export class Memcached extends CustomResource({
 *   group: 'cache.example.com',
 *   version: 'v1alpha1',
 *   kind: 'Memcached',
 *   spec: z.object({ size: z.int32().min(1).max(5).default(3) }),
 *   status: z.object({ nodes: z.array(z.string()) }),
 * }) {}
 */
export function CustomResource<
  SpecType extends z.ZodObject,
  StatusType extends z.ZodObject = z.ZodObject<Record<never, never>>,
  const Older extends readonly CustomResourceClass[] = readonly [],
>(props: ResourceDefinitionProps<SpecType, StatusType, Older>): CustomResourceConstructor<SpecType, StatusType> {
  const definition = definitionOfProps(props);
  const made = kindClass<typeof definition, CustomResourceProps<SpecType>>(definition, {
    given: ({ metadata, spec }) => ({ ...(metadata && { metadata }), spec }),
    findings: (object, props) => [
      ...propFindings(props, object).map(formatFinding),
      ...objectFindings({ object, props }, (written) => writtenResourceFindings(definition, written)),
    ],
  });

  return Object.assign(made, {
    spec: (input: z.input<SpecType>, at?: Construct) => checkedSpec(definition, { spec: input }, at),

    childProps({ name, ...input }: ChildInput<z.input<SpecType>>, at?: Construct): ChildInput<z.output<SpecType>> {
      // TypeScript can't know that the rest of a spec with a name is that spec.
      const spec = input as z.input<SpecType>;
      return { name, ...checkedSpec(definition, { metadata: { name }, spec }, at) };
    },

    validate(input: ResourceInput<z.input<SpecType>>, previous?: ResourceInput<z.input<SpecType>>): ResourceValidation {
      const lost = [...nonJsonFindings({ ...input }, ''), ...nonJsonFindings({ ...previous }, 'previous')];
      return lost.length > 0 ? { findings: lost, unevaluated: [] } : resourceValidation(definition, input, previous);
    },
  });
}

/** Returns a spec with its defaults. @throws InvalidValueError naming each wrong field. */
function checkedSpec<SpecType extends z.ZodObject, StatusType extends z.ZodObject>(
  definition: ResourceDefinition<SpecType, StatusType>,
  input: ResourceInput<z.input<SpecType>>,
  at: Construct | undefined,
): z.output<SpecType> {
  const { spec } = input;
  // The same definition has parsed this spec.
  const accepted = at && (acceptedSpec(definition, spec, at) as z.output<SpecType> | undefined);
  if (accepted !== undefined) return accepted;
  const subject = at === undefined ? definition.kind : `[${at.node.path}] ${definition.kind}`;
  const lost = nonJsonFindings(spec, 'spec');
  if (lost.length > 0) throw new InvalidValueError(subject, lost);
  const parsed = parse(definition.spec, spec, 'spec');
  if ('findings' in parsed) throw new InvalidValueError(subject, parsed.findings);
  const { findings } = resourceValidation(definition, input);
  if (findings.length > 0) throw new InvalidValueError(subject, findings);
  return parsed.value;
}

function writtenResourceFindings(definition: ResourceDefinition, written: JsonObject): readonly Finding[] {
  const { metadata, spec } = written;
  const { findings } = resourceValidation(definition, { ...(isJsonObject(metadata) && { metadata }), spec });
  return [...unknownTopFieldFindings(written), ...findings];
}

const topFields: readonly string[] = ['apiVersion', 'kind', 'metadata', 'spec', 'status'];

/** Returns findings for fields beside the spec that a patch has added to an object. */
function unknownTopFieldFindings(written: JsonObject): Finding[] {
  const unknown = Object.keys(written).filter((name) => !topFields.includes(name));
  return unknown.map((name) => {
    const meant = nearestName(name, topFields);
    const remedy = meant === undefined ? 'leave it out' : `did you mean ${meant}?`;
    return { path: fieldPath('', name), message: `unknown field, ${remedy}` };
  });
}

function definitionOfProps<
  SpecType extends z.ZodObject,
  StatusType extends z.ZodObject,
  Older extends readonly CustomResourceClass[],
>(props: ResourceDefinitionProps<SpecType, StatusType, Older>): ResourceDefinition<SpecType, StatusType> {
  const { group, version, kind, spec, rules = [] } = props;
  const singular = kind.toLowerCase();
  // The type can't follow here: StatusType is z.object({}) exactly if no status was given.
  const status = props.status ?? (z.object({}) as StatusType & z.ZodObject);
  const description = props.description ?? `${kind} of the ${group} API.`;
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
    description,
    spec,
    status,
    rules,
    schema: new ResourceSchema({ description, rules, spec, status }),
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
