import { builtInKind, groupVersionKind } from '../../../api/index.ts';
import { builtInSchema, metadataSchema, type SchemaNode } from '../../../built-in/index.ts';
import { type BundleContent, memoized, type Place } from '../../content/index.ts';
import { installedKinds } from '../../notation/installed-kind.ts';
import { serviceVersionShapes } from '../../notation/shape/service-version-shapes.ts';
import { type ShapeError, shapeErrors } from '../../notation/shape/shape.ts';
import { type ShapeTable, tableTypes } from '../../notation/shape/shape-table.ts';

/**
 * The types of third-party kinds that bundles contain, with the fields that rules read: kinds of the Prometheus
 * operator and of the vertical autoscaler. New versions of these may have more fields.
 *
 * @see https://prometheus-operator.dev/docs/api-reference/api/
 * @see https://github.com/kubernetes/autoscaler/blob/master/vertical-pod-autoscaler/docs/api.md
 */
const monitorShapes: ShapeTable = {
  ServiceMonitor: 'apiVersion:text kind:text metadata:ObjectMeta spec!:ServiceMonitorSpec status:any',
  ServiceMonitorSpec: `
    endpoints!:MonitorEndpoint[] jobLabel:text namespaceSelector:MonitorNamespaceSelector podTargetLabels:text[]
    selector!:LabelSelector targetLabels:text[] ...`,
  MonitorEndpoint: `
    authorization:any basicAuth:any bearerTokenFile:text bearerTokenSecret:any enableHttp2:boolean filterRunning:boolean
    followRedirects:boolean honorLabels:boolean honorTimestamps:boolean interval:text metricRelabelings:any oauth2:any
    params:any path:text port:text proxyUrl:text relabelings:any scheme:text scrapeTimeout:text targetPort:intOrText
    tlsConfig:any ...`,
  MonitorNamespaceSelector: 'any:boolean matchNames:text[] ...',
  PrometheusRule: 'apiVersion:text kind:text metadata:ObjectMeta spec!:PrometheusRuleSpec status:any',
  PrometheusRuleSpec: 'groups:PrometheusRuleGroup[] ...',
  PrometheusRuleGroup: 'interval:text labels:text{} name!:text rules:PrometheusAlert[] ...',
  PrometheusAlert: `
    alert:text annotations:text{} expr!:intOrText for:text keep_firing_for:text labels:text{} record:text ...`,
  VerticalPodAutoscaler: 'apiVersion:text kind:text metadata:ObjectMeta spec!:VerticalPodAutoscalerSpec status:any',
  VerticalPodAutoscalerSpec: `
    resourcePolicy:AutoscalerResourcePolicy targetRef:AutoscalerTarget updatePolicy:AutoscalerUpdatePolicy ...`,
  AutoscalerTarget: 'apiVersion:text kind!:text name!:text ...',
  AutoscalerUpdatePolicy: 'minReplicas:integer updateMode:=Auto|Recreate|InPlaceOrRecreate|InPlace|Initial|Off ...',
  AutoscalerResourcePolicy: 'containerPolicies:AutoscalerContainerPolicy[] ...',
  AutoscalerContainerPolicy: `
    containerName:text controlledResources:text[] controlledValues:text maxAllowed:quantity{} minAllowed:quantity{}
    mode:=Auto|Off ...`,
};

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
