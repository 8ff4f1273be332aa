import type { CustomResourceClass, ResourceDefinition, Spec, Status } from '../../api/index.ts';

/** The descriptors of the fields of one kind in one version: dotted path → descriptor. */
export interface KindDescriptors {
  readonly of: ResourceDefinition;
  readonly spec: FieldDescriptors | undefined;
  readonly status: FieldDescriptors | undefined;
  readonly actions: FieldDescriptors | undefined;
}

/** Dotted path → descriptor of the field. */
export type FieldDescriptors = Readonly<Partial<Record<string, FieldDescriptor>>>;

/** The appearance of a field in consoles, beyond its schema. */
export interface FieldDescriptor {
  /** @default derived from the field's name */
  readonly displayName?: string;
  /** @default the schema's */
  readonly description?: string;
  /** @default the widgets that follow from the type */
  readonly shownAs?: readonly [Widget, ...Widget[]];
}

/** The props of {@link descriptors} for a kind; every path is one of its fields. */
export interface DescriptorProps<Api extends CustomResourceClass> {
  readonly spec?: Readonly<Partial<Record<FieldPath<Spec<Api>>, FieldDescriptor>>>;
  readonly status?: Readonly<Partial<Record<FieldPath<Status<Api>>, FieldDescriptor>>>;
  /** Fields of the spec that consoles offer as actions on a resource, such as its scale. */
  readonly actions?: Readonly<Partial<Record<FieldPath<Spec<Api>>, FieldDescriptor>>>;
}

/**
 * Returns the descriptors of a custom resource's fields, in the version of the class.
 *
 * Only needed for facts that the schema doesn't have, such as that a text names a Secret.
 *
 * @example
 * descriptors(Memcached, { spec: { size: { displayName: 'Number of pods' } } });
 * // one of `descriptors` in the bundle of an operator
 */
export function descriptors<Api extends CustomResourceClass>(
  { definition }: Api,
  { spec, status, actions }: DescriptorProps<Api>,
): KindDescriptors {
  return { of: definition, spec, status, actions };
}

/**
 * A widget of a console for a field.
 *
 * @see
 *   https://github.com/openshift/console/blob/main/frontend/packages/operator-lifecycle-manager/src/components/descriptors/reference/reference.md
 */
export type Widget =
  | 'advanced'
  | 'booleanSwitch'
  | 'checkbox'
  | 'endpointList'
  | 'hidden'
  | 'imagePullPolicy'
  | 'label'
  | 'namespaceSelector'
  | 'nodeAffinity'
  | 'number'
  | 'password'
  | 'podAffinity'
  | 'podAntiAffinity'
  | 'podCount'
  | 'podStatuses'
  | 'resourceRequirements'
  | 'text'
  | 'updateStrategy'
  | `arrayFieldGroup:${string}`
  | `fieldDependency:${string}:${string}`
  | `fieldGroup:${string}`
  | `select:${string}`
  | `selector:${string}:${string}:${string}`
  /** The name of an object of a core kind, such as a Secret. */
  | `io.kubernetes:${Capitalize<string>}`
  | 'io.kubernetes:custom'
  | 'io.kubernetes.conditions'
  | 'io.kubernetes.phase'
  | 'io.kubernetes.phase:reason'
  | 'org.w3:link';

/** The dotted paths of the fields of a value, down to four levels; fields inside of lists and maps have none. */
export type FieldPath<Value, Depth extends readonly unknown[] = []> = Depth['length'] extends 4
  ? never
  : Value extends readonly unknown[]
    ? never
    : Value extends object
      ? string extends keyof Value
        ? never
        : {
            [Name in keyof Value & string]:
              | Name
              | `${Name}.${FieldPath<NonNullable<Value[Name]>, readonly [...Depth, unknown]>}`;
          }[keyof Value & string]
      : never;
