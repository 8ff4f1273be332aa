/**
 * The bad fields that the embedded server answers in another way than the real one: `definition.field` → changes. All others
 * are compared.
 */
export const knownDifferences: Readonly<Record<string, string>> = {
  // The embedded server compiles no CEL expressions of policies with these words.
  'admissionregistration.v1.ApplyConfiguration.expression': 'bad long',
  'admissionregistration.v1.AuditAnnotation.valueExpression': 'bad long',
  'admissionregistration.v1.JSONPatch.expression': 'bad long',
  'admissionregistration.v1.Validation.expression': 'bad long',
  // It leaves the name of the policy out.
  'admissionregistration.v1.AuditAnnotation.key': 'bad long',
  // It knows no time zones.
  'batch.v1.CronJobSpec.timeZone': 'bad long',
  // The real server names several causes, or another field.
  'admissionregistration.v1.NamedRuleWithOperations.operations': 'bad-item',
  'apps.v1.RollingUpdateDaemonSet.maxSurge': 'negative',
  'apps.v1.RollingUpdateDaemonSet.maxUnavailable': 'bad',
  'apps.v1.StatefulSetUpdateStrategy.type': 'bad long',
  'autoscaling.v1.HorizontalPodAutoscalerSpec.minReplicas': 'empty',
  'autoscaling.v1.HorizontalPodAutoscalerSpec.targetCPUUtilizationPercentage': 'empty negative',
  'autoscaling.v2.HorizontalPodAutoscalerSpec.minReplicas': 'empty',
  'core.v1.EndpointAddress.ip': 'bad long',
  'core.v1.ObjectReference.namespace': 'bad long',
  'core.v1.PersistentVolumeClaim.metadata': 'absent',
  'core.v1.Probe.successThreshold': 'negative',
  'core.v1.ProjectedVolumeSource.sources': 'repeated',
  'core.v1.ReplicationControllerSpec.template': 'absent',
  'core.v1.ServiceSpec.clusterIP': 'bad long',
  'core.v1.ServiceSpec.ports': 'repeated',
  'networking.v1.ServiceBackendPort.name': 'empty',
  'networking.v1.ServiceBackendPort.number': 'empty',
  // Empty lists are dropped when an object is decoded.
  'autoscaling.v2.HPAScalingRules.policies': 'empty',
  'networking.v1.IngressSpec.rules': 'empty',
  // Values without a rule.
  'autoscaling.v2.MetricTarget.averageValue': 'negative',
  'core.v1.CSIPersistentVolumeSource.driver': 'bad long',
  'core.v1.CSIVolumeSource.driver': 'bad long',
  'core.v1.ISCSIPersistentVolumeSource.iqn': 'bad long',
  'core.v1.ISCSIVolumeSource.iqn': 'bad long',
  'core.v1.PodDNSConfig.searches': 'bad-item',
  'core.v1.ResourceQuotaSpec.scopes': 'bad-item',
  'events.v1.Event.type': 'bad long',
  'networking.v1.IngressClassSpec.controller': 'bad long',
  'networking.v1.ServiceCIDRSpec.cidrs': 'repeated',
  'storage.v1.CSINodeDriver.name': 'bad long',
  'storage.v1.StorageClass.provisioner': 'bad',
  'storage.v1.VolumeAttachmentSpec.attacher': 'bad long',
  'storage.v1.VolumeAttributesClass.driverName': 'bad',
  // Kinds that operators don't write.
  'core.v1.NodeSpec.podCIDR': 'bad long',
  'core.v1.NodeSpec.podCIDRs': 'repeated',
  'core.v1.NodeSpec.taints': 'repeated',
  'core.v1.Taint.effect': 'absent bad empty long',
  'core.v1.Taint.key': 'absent bad empty long',
  'flowcontrol.v1.LimitResponse.queuing': 'absent',
  'flowcontrol.v1.PriorityLevelConfiguration.spec': 'absent',
  'flowcontrol.v1.QueuingConfiguration.handSize': 'large',
  'flowcontrol.v1.QueuingConfiguration.queues': 'large negative',
  'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService.spec': 'absent',
  'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceSpec.service': 'absent',
  'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceSpec.version': 'bad long',
};
