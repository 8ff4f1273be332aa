import type {
  V1ClusterRole,
  V1ConfigMap,
  V1CronJob,
  V1Deployment,
  V1Ingress,
  V1Job,
  V1NetworkPolicy,
  V1Node,
  V1PersistentVolume,
  V1PersistentVolumeClaim,
  V1Pod,
  V1PodDisruptionBudget,
  V1Secret,
  V1Service,
  V1ServiceAccount,
  V1StatefulSet,
  V2HorizontalPodAutoscaler,
} from '@kubernetes/client-node';

import type { ImportedDefinition } from '../imported-kind/imported-definition.ts';
import type { KindReference } from '../kind/kind-reference.ts';
import type { KindView } from '../kind/kind-view.ts';
import type { StoredObject, StoredObjectMeta } from '../object/kubernetes-object.ts';
import type { Resource } from '../resource/resource.ts';
import type { CustomResourceClass } from '../resource/resource-definition.ts';

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
 * class, the typed raw JSON of an imported kind and of a built-in one that the library knows by its cdk8s class, else a plain
 * object.
 */
export type Observed<Reference> =
  Reference extends KindView<KindReference, infer Content>
    ? ObservedMetadata & Content
    : Reference extends CustomResourceClass
      ? Resource<Reference>
      : Reference extends { readonly definition: ImportedDefinition<infer Content> }
        ? ObservedMetadata & Content
        : ObservedBuiltIn<Reference>;

type ObservedBuiltIn<Reference> = Reference extends abstract new (
  scope: never,
  id: string,
  props?: infer Props,
) => unknown
  ? ObservedByProps<NonNullable<Props>>
  : StoredObject;

type ObservedByProps<Props> = [Marked<Props>] extends [never] ? StoredObject : Marked<Props>;

type Marked<Props> = {
  [Name in keyof Marks]: Marks[Name]['field'] extends FieldPath<Props> ? Raw<Marks[Name]['model']> : never;
}[keyof Marks];

/** The names of the props, and of their spec's fields as `spec.name`. */
type FieldPath<Props> =
  | keyof Props
  | (Props extends { readonly spec?: infer Spec } ? `spec.${Name<keyof NonNullable<Spec>>}` : never);

type Name<Key> = Key extends string ? Key : never;

/**
 * cdk8s classes carry no literal kind in their types, but their constructor's props tell them apart:
 * each model is recognised by a field that no other kind has.
 */
interface Marks {
  ClusterRole: { field: 'aggregationRule'; model: V1ClusterRole };
  ConfigMap: { field: 'binaryData'; model: V1ConfigMap };
  CronJob: { field: 'spec.jobTemplate'; model: V1CronJob };
  Deployment: { field: 'spec.progressDeadlineSeconds'; model: V1Deployment };
  HorizontalPodAutoscaler: { field: 'spec.behavior'; model: V2HorizontalPodAutoscaler };
  Ingress: { field: 'spec.ingressClassName'; model: V1Ingress };
  Job: { field: 'spec.completions'; model: V1Job };
  NetworkPolicy: { field: 'spec.policyTypes'; model: V1NetworkPolicy };
  Node: { field: 'spec.podCidr'; model: V1Node };
  PersistentVolume: { field: 'spec.persistentVolumeReclaimPolicy'; model: V1PersistentVolume };
  PersistentVolumeClaim: { field: 'spec.dataSourceRef'; model: V1PersistentVolumeClaim };
  Pod: { field: 'spec.ephemeralContainers'; model: V1Pod };
  PodDisruptionBudget: { field: 'spec.unhealthyPodEvictionPolicy'; model: V1PodDisruptionBudget };
  Secret: { field: 'stringData'; model: V1Secret };
  Service: { field: 'spec.externalTrafficPolicy'; model: V1Service };
  ServiceAccount: { field: 'automountServiceAccountToken'; model: V1ServiceAccount };
  StatefulSet: { field: 'spec.volumeClaimTemplates'; model: V1StatefulSet };
}
