import type { ImportedDefinition } from '../imported-kind/imported-definition.ts';
import type { PlusClass } from '../kind/cdk8s-plus-class.ts';
import type { KindReference } from '../kind/kind-reference.ts';
import type { KindView } from '../kind/kind-view.ts';
import type { StoredObject, StoredObjectMeta } from '../object/kubernetes-object.ts';
import type { Resource } from '../resource/resource.ts';
import type { CustomResourceClass } from '../resource/resource-definition.ts';
import type { ModelOfPlural, ModelOfProps } from './built-in-model.ts';

/**
 * The raw JSON of a built-in object: a model of the official client with times as text, as they are on the wire, and
 * with the identity of a stored object.
 */
export type Raw<Model> = Omit<Json<Model>, 'apiVersion' | 'kind' | 'metadata'> & {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: StoredObjectMeta;
};

type Json<Value> = Value extends Date
  ? string
  : Value extends readonly (infer Item)[]
    ? readonly Json<Item>[]
    : Value extends object
      ? { readonly [Field in keyof Value as WireName<Field>]: Json<Value[Field]> }
      : Value;

/** The official client puts an underscore before reserved words. */
type WireName<Field> = Field extends `_${infer Word}` ? Word : Field;

/** The metadata that identifies an object. */
export interface ObservedMetadata {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: StoredObjectMeta;
}

/**
 * The type of an object in the cluster, as a callback sees it. A view has the fields that it keeps, and a custom
 * resource class its resource. An imported kind, or a built-in one by its cdk8s class, has its typed raw JSON; any
 * other kind is a plain object.
 */
export type Observed<Reference> =
  Reference extends KindView<KindReference, infer Content>
    ? ObservedMetadata & Content
    : Reference extends CustomResourceClass
      ? Resource<Reference>
      : Reference extends { readonly definition: ImportedDefinition<infer Content> }
        ? ObservedMetadata & Content
        : ObservedBuiltIn<Reference>;

type ObservedBuiltIn<Reference> = Reference extends PlusClass
  ? ObservedModel<ModelOfPlural<Reference['prototype']['resourceType']>>
  : Reference extends abstract new (
        scope: never,
        id: string,
        props: infer Props,
      ) => unknown
    ? ObservedModel<ModelOfProps<NonNullable<Props>>>
    : StoredObject;

type ObservedModel<Model> = [Model] extends [never] ? StoredObject : Raw<Model>;
