// In: a bundle. Out: unknown, mistyped and missing fields of its manifests, and values that their types don't allow.
// Called by the rules about fields, one for each of these cases.

import { type BundleContent, memoized } from '../../content/index.ts';
import { monitorShapes } from './monitor-shapes.ts';
import { publishedTypes } from './published-types.ts';
import { serviceVersionShapes } from './service-version-shapes.ts';
import { type ShapeError, Shapes } from './shape.ts';
import { unpublishedShapes } from './unpublished-shapes.ts';

const published = Object.fromEntries(
  publishedTypes
    .trim()
    .split('\n')
    .map((line): [string, string] => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' '))]),
);

const shapes = new Shapes(published, unpublishedShapes, monitorShapes, serviceVersionShapes);

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
  ['NetworkPolicy', 'networking.k8s.io/v1'],
  ['PodDisruptionBudget', 'policy/v1'],
  ['PriorityClass', 'scheduling.k8s.io/v1'],
  ['PrometheusRule', 'monitoring.coreos.com/v1'],
  ['ServiceMonitor', 'monitoring.coreos.com/v1'],
  ['VerticalPodAutoscaler', 'autoscaling.k8s.io/v1'],
]);

const manifestShapeErrors = memoized((bundle: BundleContent): readonly ShapeError[] =>
  bundle.manifests.flatMap((manifest) => {
    const kind = manifest.at('kind').text ?? '';
    const isKnown = known.has(kind) && known.get(kind) === manifest.at('apiVersion').text;
    return [...(isKnown ? shapes.errors(manifest, kind) : shapes.errors(manifest.at('metadata'), 'ObjectMeta'))];
  }),
);

/** Returns the parts of a bundle's manifests that don't match the types of their kinds in one way. */
export function shapeErrorsOf<What extends ShapeError['what']>(
  bundle: BundleContent,
  what: What,
): readonly Extract<ShapeError, { what: What }>[] {
  return manifestShapeErrors(bundle).filter(
    (error): error is Extract<ShapeError, { what: What }> => error.what === what,
  );
}
