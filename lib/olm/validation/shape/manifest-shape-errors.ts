// In: a bundle. Out: unknown, mistyped and missing fields of its manifests. Called by the rules about fields, one for
// each of these three cases.

import { ownField } from '../../../schema/index.ts';
import { type BundleContent, onceForEach } from '../../content/index.ts';
import { manifestShapes } from './manifest-shapes.ts';
import { monitorShapes } from './monitor-shapes.ts';
import { podShapes } from './pod-shapes.ts';
import { serviceVersionShapes } from './service-version-shapes.ts';
import { type ShapeError, type ShapeTable, shapeErrors } from './shape.ts';

const shapes: ShapeTable = {
  ...podShapes,
  ...manifestShapes,
  ...monitorShapes,
  ...serviceVersionShapes,
};

/** Kinds with a complete table of fields; of others only `metadata` is checked. */
const known: ReadonlyMap<string, string> = new Map([
  ['ClusterServiceVersion', 'operators.coreos.com/v1alpha1'],
  ['CustomResourceDefinition', 'apiextensions.k8s.io/v1'],
  ['ClusterRole', 'rbac.authorization.k8s.io/v1'],
  ['ClusterRoleBinding', 'rbac.authorization.k8s.io/v1'],
  ['Role', 'rbac.authorization.k8s.io/v1'],
  ['RoleBinding', 'rbac.authorization.k8s.io/v1'],
  ['ServiceAccount', 'v1'],
  ['Service', 'v1'],
  ['Secret', 'v1'],
  ['ConfigMap', 'v1'],
  ['PodDisruptionBudget', 'policy/v1'],
  ['PriorityClass', 'scheduling.k8s.io/v1'],
  ['PrometheusRule', 'monitoring.coreos.com/v1'],
  ['ServiceMonitor', 'monitoring.coreos.com/v1'],
  ['VerticalPodAutoscaler', 'autoscaling.k8s.io/v1'],
]);

/** Returns all unknown, mistyped and missing fields of a bundle's manifests. */
export const manifestShapeErrors = onceForEach((bundle: BundleContent): readonly ShapeError[] =>
  bundle.manifests.flatMap((manifest) => [...shapeErrorsOf(manifest)]),
);

function shapeErrorsOf(manifest: BundleContent['manifests'][number]): Iterable<ShapeError> {
  const kind = manifest.at('kind').text ?? '';
  const isKnown = known.get(kind) === manifest.at('apiVersion').text && ownField(shapes, kind) !== undefined;
  return isKnown ? shapeErrors(manifest, kind, shapes) : shapeErrors(manifest.at('metadata'), 'ObjectMeta', shapes);
}
