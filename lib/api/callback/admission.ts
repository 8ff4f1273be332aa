import type { ObjectMeta } from '../object/kubernetes-object.ts';
import type { Resource, SpecInput, Unchanging } from '../resource/resource.ts';
import type { CustomResourceClass } from '../resource/resource-definition.ts';

/** The part of an admission request beside the object itself. */
export interface AdmissionRequest {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly user: AdmissionUser;
  /** True if nothing will be stored: a callback with effects elsewhere must leave them out. */
  readonly isDryRun: boolean;
  /** The id of the request, for logs. */
  readonly uid: string;
}

/** The user who sends the request. @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/ */
export interface AdmissionUser {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** A finding of a `validate` callback about an object. One {@link Denial} refuses the object; warnings alone don't. */
export type AdmissionFinding = Denial | Warning;

/** A reason to refuse an object. */
export interface Denial {
  /**
   * The field at fault, such as `spec.storage` or `spec.ports[0].name`; clients show it beside the message. Empty for
   * the object as a whole.
   */
  readonly field: string;
  /** The problem and its remedy, in one sentence. */
  readonly message: string;
  /** @default FieldValueInvalid */
  readonly reason?:
    | 'FieldValueInvalid'
    | 'FieldValueForbidden'
    | 'FieldValueRequired'
    | 'FieldValueDuplicate'
    | 'FieldValueNotSupported'
    | 'FieldValueNotFound';
}

/** A warning to the user whose object is accepted. */
export interface Warning {
  /** One sentence, best of at most 120 characters: the manager cuts it at 256, and those of an answer at 4,096 together. */
  readonly warning: string;
}

/** The changes of a mutating webhook to an object. Fields that it leaves out stay as they are. */
export interface Mutation<Api extends CustomResourceClass> {
  readonly spec?: Unchanging<SpecInput<Api>>;
  /** All labels of the changed object. */
  readonly labels?: Readonly<Record<string, string>>;
  /** All annotations of the changed object. */
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * A custom resource as a request wants it. Metadata that the API server itself sets may be missing in a create request:
 * the resource version always is. For a mutating webhook, uid and creation time are, too, and the name is empty if the
 * API server makes it from `generateName`.
 */
export interface Proposed<Api extends CustomResourceClass> extends Omit<Resource<Api>, 'metadata'> {
  readonly metadata: ObjectMeta;
}

/** The return value of `mutate`: undefined leaves the object as it is. */
export type ReturnedMutation<Api extends CustomResourceClass> =
  | Mutation<Api>
  | undefined
  | Promise<Mutation<Api> | undefined>;

/**
 * A return value without fields that the definition doesn't know, for which TypeScript alone
 * doesn't check. The values of several branches are one union, and no branch may have such a field.
 */
export type ExactMutation<Result, Api extends CustomResourceClass> = Result & Eventual<Known<Awaited<Result>, Api>>;

/** The return value of `validate`: an empty list accepts the object. */
export type ReturnedFindings = readonly AdmissionFinding[] | Promise<readonly AdmissionFinding[]>;

/** A return value without fields that no finding has. */
export type ExactFindings<Result extends ReturnedFindings> = Result & (Findings<Result> | Promise<Findings<Result>>);

type Findings<Result extends ReturnedFindings> = readonly (AdmissionFinding & Without<UnknownOf<Result>>)[];

type UnknownOf<Result extends ReturnedFindings> = Exclude<FieldOf<Awaited<Result>[number]>, FieldOf<AdmissionFinding>>;

type Eventual<Value> = Value | undefined | Promise<Value | undefined>;

// Without `then`, since a promise of any value would match a mutation that leaves all fields out.
type Known<Change, Api extends CustomResourceClass> = Without<
  Exclude<FieldOf<Change>, keyof Mutation<Api>> | 'then'
> & {
  readonly spec?: Without<Exclude<FieldOf<SpecOf<Change>>, keyof SpecInput<Api>>>;
};

type Without<Field extends PropertyKey> = Readonly<Partial<Record<Field, never>>>;

/** The fields that any member of a union has. */
type FieldOf<Value> = Value extends unknown ? keyof Value : never;

type SpecOf<Change> = Change extends { readonly spec?: infer Spec } ? Spec : never;
