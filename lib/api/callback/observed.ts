import type { ImportedDefinition } from '../imported-kind/imported-definition.ts';
import type { KindReference } from '../kind/kind-reference.ts';
import type { KindView } from '../kind/kind-view.ts';
import type { PlusClass } from '../kind/plus-class.ts';
import type { StoredObject, StoredObjectMeta } from '../object/kubernetes-object.ts';
import type { Resource } from '../resource/resource.ts';
import type { CustomResourceClass } from '../resource/resource-definition.ts';
import type { ModelOfPlural, ModelOfProps } from './built-in-model.ts';

/**
 * The raw JSON of a built-in object: a model of the official client with times as text, as they are on the wire,
 * and with the identity that every stored object has.
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

/** What identifies an object, without the rest of it. */
export interface ObservedMetadata {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: StoredObjectMeta;
}

/**
 * What the API server holds of a kind, as a callback sees it: of a view what it shows, the resource of a custom resource
 * class, the typed raw JSON of an imported kind and of a built-in one that is named by its cdk8s class, else a plain object.
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
