import type { ObjectMeta } from '../object/kubernetes-object.ts';
import type { Resource, SpecInput } from '../resource/resource.ts';
import type { CustomResourceClass } from '../resource/resource-definition.ts';
import type { Unchanging } from '../resource/status-report.ts';

/** What is asked of the API server beside the object itself. */
export interface AdmissionRequest {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly user: AdmissionUser;
  /** Nothing will be stored: whoever has effects elsewhere leaves them out. */
  readonly isDryRun: boolean;
  /** Of the request itself: unique, for logs. */
  readonly uid: string;
}

/** Who asks. @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/ */
export interface AdmissionUser {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** Something that an author's check has to say of an object. One {@link Denial} refuses it; warnings alone don't. */
export type AdmissionFinding = Denial | Warning;

/** Why an object is refused. */
export interface Denial {
  /**
   * The field to blame, such as `spec.storage` or `spec.ports[0].name`; clients show it beside the message. Empty for the
   * object as a whole.
   */
  readonly field: string;
  /** What is wrong, and what to do; one sentence. */
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

/** What the author of an accepted object is told. */
export interface Warning {
  /** One sentence; clients cut off what goes beyond 120 characters. */
  readonly warning: string;
}

/** What a mutating webhook makes of an object: what is left out stays as it is. */
export interface Mutation<Api extends CustomResourceClass> {
  readonly spec?: Unchanging<SpecInput<Api>>;
  /** All labels that the object is to have. */
  readonly labels?: Readonly<Record<string, string>>;
  /** All annotations that the object is to have. */
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * A custom resource as somebody wants it to be. What the API server itself gives to an object may be missing where it is
 * created: the resource version always, uid and creation time for a mutating webhook, for which also the name is empty
 * where the API server is yet to make one from `generateName`.
 */
export interface Proposed<Api extends CustomResourceClass> extends Omit<Resource<Api>, 'metadata'> {
  readonly metadata: ObjectMeta;
}

/** What a mutating webhook answers: undefined to leave the object as it is. */
export type MutationAnswer<Api extends CustomResourceClass> =
  | Mutation<Api>
  | undefined
  | Promise<Mutation<Api> | undefined>;

/**
 * An answer as a callback returned it, without fields that the definition doesn't know, which TypeScript alone doesn't
 * look for. What several branches return is one union, and no branch may have such a field.
 */
export type ExactMutation<Answer, Api extends CustomResourceClass> = Answer & Eventual<Known<Awaited<Answer>, Api>>;

/** What a validating webhook answers: nothing to accept the object as it is. */
export type FindingsAnswer = readonly AdmissionFinding[] | Promise<readonly AdmissionFinding[]>;

/** An answer as a callback returned it, without fields that no finding has. */
export type ExactFindings<Answer extends FindingsAnswer> = Answer & (Findings<Answer> | Promise<Findings<Answer>>);

type Findings<Answer extends FindingsAnswer> = readonly (AdmissionFinding & Without<UnknownOf<Answer>>)[];

type UnknownOf<Answer extends FindingsAnswer> = Exclude<FieldOf<Awaited<Answer>[number]>, FieldOf<AdmissionFinding>>;

type Eventual<Value> = Value | undefined | Promise<Value | undefined>;

// Without `then`, since a promise of anything would do as a mutation in which all is left out.
type Known<Change, Api extends CustomResourceClass> = Without<
  Exclude<FieldOf<Change>, keyof Mutation<Api>> | 'then'
> & {
  readonly spec?: Without<Exclude<FieldOf<SpecOf<Change>>, keyof SpecInput<Api>>>;
};

type Without<Field extends PropertyKey> = Readonly<Partial<Record<Field, never>>>;

/** The fields that any member of a union has. */
type FieldOf<Value> = Value extends unknown ? keyof Value : never;

type SpecOf<Change> = Change extends { readonly spec?: infer Spec } ? Spec : never;
