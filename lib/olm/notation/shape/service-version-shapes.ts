import type { ShapeTable } from './shape-table.ts';

/**
 * The types of a ClusterServiceVersion, as of OLM 0.46; those of its Deployments are published by API servers.
 *
 * Fields that separate rules require are not marked as required here.
 *
 * @see https://github.com/operator-framework/api/blob/master/pkg/operators/v1alpha1/clusterserviceversion_types.go
 */
export const serviceVersionShapes: ShapeTable = {
  ClusterServiceVersion: 'apiVersion:text kind:text metadata:ObjectMeta spec:ClusterServiceVersionSpec status:any',
  ClusterServiceVersionSpec: `
    annotations:text{} apiservicedefinitions:APIServiceDefinitions cleanup:Cleanup
    customresourcedefinitions:CustomResourceDefinitions description:text displayName:text icon:Icon[] install:Install
    installModes:InstallMode[] keywords:text[] labels:text{} links:Link[] maintainers:Maintainer[] maturity:text
    minKubeVersion:text nativeAPIs:GroupVersionKind[] provider:Link relatedImages:RelatedImage[] release:text
    replaces:text selector:LabelSelector skips:text[] version:text webhookdefinitions:WebhookDefinition[]`,
  APIServiceDefinitions: 'owned:APIServiceDescription[] required:APIServiceDescription[]',
  APIServiceDescription: `
    actionDescriptors:Descriptor[] containerPort:integer deploymentName:text description:text displayName:text
    group!:text kind!:text name!:text resources:ResourceReference[] specDescriptors:Descriptor[]
    statusDescriptors:Descriptor[] version!:text`,
  Cleanup: 'enabled!:boolean',
  CustomResourceDefinitions: 'owned:CRDDescription[] required:CRDDescription[]',
  CRDDescription: `
    actionDescriptors:Descriptor[] description:text displayName:text kind!:text name!:text resources:ResourceReference[]
    specDescriptors:Descriptor[] statusDescriptors:Descriptor[] version!:text`,
  Descriptor: 'description:text displayName:text path!:text value:any x-descriptors:text[]',
  GroupVersionKind: 'group:text kind!:text version!:text',
  Icon: 'base64data:text mediatype:text',
  Install: 'spec:InstallSpec strategy:text',
  InstallMode: 'supported!:boolean type:text',
  InstallSpec: 'clusterPermissions:Permission[] deployments:Deployment[] permissions:Permission[]',
  Deployment: 'label:text{} name:text spec!:DeploymentSpec',
  Link: 'name:text url:text',
  Maintainer: 'email:text name:text',
  Permission: 'rules!:PolicyRule[] serviceAccountName:text',
  RelatedImage: 'image:text name:text',
  // OLM writes empty text for absent fields.
  ResourceReference: 'kind:text name:text version:text',
  // The last three are fields of webhook configurations that OLM lacks, which another rule reports.
  WebhookDefinition: `
    admissionReviewVersions:text[] containerPort:integer conversionCRDs:text[] deploymentName:text
    failurePolicy:=Fail|Ignore generateName:text matchPolicy:=Exact|Equivalent objectSelector:LabelSelector
    reinvocationPolicy:=Never|IfNeeded rules:RuleWithOperations[] sideEffects!:=None|NoneOnDryRun|Some|Unknown targetPort:intOrText
    timeoutSeconds:integer
    type!:=ValidatingAdmissionWebhook|MutatingAdmissionWebhook|ConversionWebhook webhookPath:text
    clientConfig:any matchConditions:any namespaceSelector:any`,
  RuleWithOperations: `
    apiGroups:text[] apiVersions:text[] operations:=*|CREATE|UPDATE|DELETE|CONNECT[] resources:text[]
    scope:=*|Cluster|Namespaced`,
};
