import type { ShapeTable } from '../../notation/shape/shape-table.ts';

/**
 * The types of third-party kinds that bundles contain, with the fields that rules read: kinds of the Prometheus
 * operator and of the vertical autoscaler. New versions of these may have more fields.
 *
 * @see https://prometheus-operator.dev/docs/api-reference/api/
 * @see https://github.com/kubernetes/autoscaler/blob/master/vertical-pod-autoscaler/docs/api.md
 */
export const monitorShapes: ShapeTable = {
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
