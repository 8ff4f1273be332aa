import { builtInKind, groupVersionKind } from '../../../api/index.ts';
import { builtInSchema, metadataSchema, type SchemaNode } from '../../../built-in/index.ts';
import { type BundleContent, memoized, type Place } from '../../content/index.ts';
import { installedKinds } from '../../notation/installed-kind.ts';
import { serviceVersionShapes } from '../../notation/shape/service-version-shapes.ts';
import { type ShapeError, shapeErrors } from '../../notation/shape/shape.ts';
import { tableTypes } from '../../notation/shape/shape-table.ts';
import { monitorShapes } from './monitor-shapes.ts';

const typeOf = tableTypes(monitorShapes, serviceVersionShapes);

/** The kinds of other programs with a table of their fields, and the version of the table. */
const described: ReadonlyMap<string, string> = new Map([
  ['ClusterServiceVersion', 'operators.coreos.com/v1alpha1'],
  ['PrometheusRule', 'monitoring.coreos.com/v1'],
  ['ServiceMonitor', 'monitoring.coreos.com/v1'],
  ['VerticalPodAutoscaler', 'autoscaling.k8s.io/v1'],
]);

const schemas = new Map([...described.keys()].map((kind) => [kind, typeOf(kind)]));

const manifestShapeErrors = memoized((bundle: BundleContent): readonly ShapeError[] =>
  bundle.manifests.flatMap((manifest) => {
    const schema = schemaOf(manifest);
    return [
      ...(schema === undefined
        ? shapeErrors(manifest.at('metadata'), metadataSchema())
        : shapeErrors(manifest, schema)),
    ];
  }),
);

/** Returns the schema of a manifest's kind; undefined for kinds of which only `metadata` is known. */
function schemaOf(manifest: Place): SchemaNode | undefined {
  const [kind = '', apiVersion = ''] = ['kind', 'apiVersion'].map((field) => manifest.at(field).text);
  if (described.get(kind) === apiVersion) return schemas.get(kind);
  const builtIn = builtInKind(groupVersionKind({ apiVersion, kind }));
  return builtIn === undefined || !installedKinds.has(kind) ? undefined : builtInSchema(builtIn);
}

/** Returns the parts of a bundle's manifests that don't match the types of their kinds in one way. */
export function shapeErrorsOf<What extends ShapeError['what']>(
  bundle: BundleContent,
  what: What,
): readonly Extract<ShapeError, { what: What }>[] {
  return manifestShapeErrors(bundle).filter(
    (error): error is Extract<ShapeError, { what: What }> => error.what === what,
  );
}
