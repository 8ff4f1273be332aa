import type { CustomResourceClass, ResourceDefinition, Spec, Status } from '../../api/index.ts';

/** How consoles show the fields of one kind in one version: dotted path → words. */
export interface KindDescriptors {
  readonly of: ResourceDefinition;
  readonly spec: FieldDescriptors | undefined;
  readonly status: FieldDescriptors | undefined;
  readonly actions: FieldDescriptors | undefined;
}

/** Dotted path → what is said of the field. */
export type FieldDescriptors = Readonly<Partial<Record<string, FieldDescriptor>>>;

/** What is said of a field beyond its schema. */
export interface FieldDescriptor {
  /** @default made of the field's name */
  readonly displayName?: string;
  /** @default the schema's */
  readonly description?: string;
  /** @default what follows from the type */
  readonly shownAs?: readonly [Widget, ...Widget[]];
}

/** What {@link descriptors} says of a kind; every path is one of its fields. */
export interface DescriptorProps<Api extends CustomResourceClass> {
  readonly spec?: Readonly<Partial<Record<FieldPath<Spec<Api>>, FieldDescriptor>>>;
  readonly status?: Readonly<Partial<Record<FieldPath<Status<Api>>, FieldDescriptor>>>;
  /** Fields of the spec whose change is something to do with a resource, as its scale is. */
  readonly actions?: Readonly<Partial<Record<FieldPath<Spec<Api>>, FieldDescriptor>>>;
}

/**
 * How consoles show the fields of a custom resource: in one version, that of the class.
 *
 * Words are only needed for what its schema doesn't tell, such as that a text names a Secret.
 */
export function descriptors<Api extends CustomResourceClass>(
  { definition }: Api,
  { spec, status, actions }: DescriptorProps<Api>,
): KindDescriptors {
  return { of: definition, spec, status, actions };
}

/**
 * How a console shows a field.
 *
 * @see https://github.com/openshift/console/blob/main/frontend/packages/operator-lifecycle-manager/src/components/descriptors/reference/reference.md
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

/** The dotted paths of the fields of a value, down to four levels; lists and maps have none. */
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
