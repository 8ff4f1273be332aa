/**
 * Kubernetes' conformance tests of API machinery, of release 1.36: topic → test → the cases with the same steps, as `topic: title`,
 * or the reason why there is none.
 */
export const publishedTests: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>> = {
  'API priority and fairness': {
    'should support FlowSchema API operations':
      'the real server adds a condition to each FlowSchema at a time of its own',
    'should support PriorityLevelConfiguration API operations': [
      'machinery: does all operations on PriorityLevelConfigurations',
    ],
  },
  'AdmissionWebhook [Privileged:ClusterAdmin]': {
    'listing mutating webhooks should work': [
      'published-admission: lists mutating webhooks by labels, and deletes them',
    ],
    'listing validating webhooks should work': [
      'published-admission: lists validating webhooks by labels, and deletes them',
    ],
    'patching/updating a mutating webhook should work': [
      'published-admission: follows a changed mutating webhook',
      'machinery: does all operations on MutatingWebhookConfigurations',
    ],
    'patching/updating a validating webhook should work': [
      'published-admission: follows a changed validating webhook',
      'machinery: does all operations on ValidatingWebhookConfigurations',
    ],
    'should be able to create and update mutating webhook configurations with match conditions': [
      'published-admission: creates and updates the match conditions of mutating webhooks',
    ],
    'should be able to create and update validating webhook configurations with match conditions': [
      'published-admission: creates and updates the match conditions of validating webhooks',
    ],
    'should be able to deny attaching pod': '`pods/attach` is answered with 501: pods run nothing',
    'should be able to deny custom resource creation, update and deletion': [
      'published-admission: denies creations, updates and deletions of custom resources',
      'published-admission: denies the deletion of a custom resource until it changes',
    ],
    'should be able to deny pod and configmap creation': [
      'published-admission: denies pods, and updates that make them bad',
      'webhook-response: denies with a message (validating)',
      'webhook-response: is slow (validating)',
      'webhook-match: matches by a label of another namespace',
    ],
    'should deny crd creation': ['published-admission: denies definitions'],
    'should honor timeout': [
      'webhook-response: is slow (validating)',
      'webhook-response: is slow, which is ignored (mutating)',
    ],
    'should include webhook resources in discovery documents': [
      'discovery: answers /apis/admissionregistration.k8s.io/v1',
    ],
    'should mutate configmap': ['webhook-match: calls mutating webhooks in order'],
    'should mutate custom resource': ['webhook-response: patches custom resources'],
    'should mutate custom resource with different stored version': [
      'published-custom: mutates custom resources of another stored version',
    ],
    'should mutate custom resource with pruning': ['webhook-response: patches custom resources'],
    "should mutate everything except 'skip-me' configmaps": [
      'published-admission: mutates all ConfigMaps but those that a condition excludes',
    ],
    'should mutate pod and apply defaults after mutation': [
      'published-admission: mutates pods before they get their defaults',
    ],
    'should not be able to mutate or prevent deletion of webhook configuration objects': [
      'published-admission: calls no mutating webhooks for the configurations of webhooks',
      'published-admission: calls no validating webhooks for the configurations of webhooks',
    ],
    'should reject mutating webhook configurations with invalid match conditions': [
      'policy-expression: refuses the syntax of a condition (mutating webhook)',
    ],
    'should reject validating webhook configurations with invalid match conditions': [
      'policy-expression: refuses the syntax of a condition (validating webhook)',
    ],
    'should unconditionally reject operations on fail closed webhook': ['webhook-response: is away (validating)'],
  },
  AggregatedDiscovery: {
    'should support aggregated discovery interface': ['discovery: discovers all groups in one document'],
    'should support aggregated discovery interface for CRDs': ['discovery: discovers custom kinds beside the others'],
    'should support raw aggregated discovery endpoint Accept headers': [
      'discovery: discovers in the form of application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json',
    ],
    'should support raw aggregated discovery request for CRDs': ['discovery: discovers custom kinds beside the others'],
  },
  Aggregator: {
    'Should be able to support the 1.17 Sample API Server using the current Aggregator [LinuxOnly]':
      'no API servers are aggregated',
  },
  'CustomResourceConversionWebhook [Privileged:ClusterAdmin]': {
    'should be able to convert a non homogeneous list of CRs': [
      'published-custom: lists custom resources of two stored versions',
    ],
    'should be able to convert from CR v1 to CR v2': ['definition: converts versions by a webhook'],
  },
  'CustomResourceDefinition Watch [Privileged:ClusterAdmin] CustomResourceDefinition Watch': {
    'watch on custom resource definition objects': [
      'published-custom: watches the custom resources of a new definition',
    ],
  },
  'CustomResourceDefinition resources [Privileged:ClusterAdmin]': {
    'Simple CustomResourceDefinition creating/deleting custom resource definition objects works': [
      'definition: establishes a definition',
      'definition: deletes the custom resources of a deleted definition',
    ],
    'Simple CustomResourceDefinition getting/updating/patching custom resource definition status sub-resource works': [
      'published-custom: patches and updates the status of a definition',
    ],
    'Simple CustomResourceDefinition listing custom resource definition objects works': [
      'published-custom: lists definitions by labels, and deletes them',
    ],
    'custom resource defaulting for requests and from storage works': [
      'custom: adds defaults, also for null',
      'published-custom: adds defaults that a definition got after its custom resources',
    ],
    'should include custom resource definition resources in discovery documents': [
      'discovery: answers /apis/apiextensions.k8s.io/v1',
    ],
  },
  'CustomResourceFieldSelectors [Privileged:ClusterAdmin] CustomResourceFieldSelectors': {
    'MUST list and watch custom resources matching the field selector': [
      'read: selects custom resources by the fields of their definition',
      'stream: streams a list that selects by fields, and goes on',
    ],
  },
  'CustomResourcePublishOpenAPI [Privileged:ClusterAdmin]': {
    'removes definition from spec when one version gets changed to not be served': [
      'published-openapi: publishes no version that is not served',
    ],
    'updates the published spec when one version gets renamed': [
      'published-openapi: publishes a renamed version of a kind',
    ],
    'works for CRD preserving unknown fields at the schema root': [
      'published-openapi: publishes a kind that keeps unknown fields at its root',
    ],
    'works for CRD preserving unknown fields in an embedded object': [
      'published-openapi: publishes a kind that keeps unknown fields of an embedded object',
    ],
    'works for CRD with validation schema': ['published-openapi: publishes a kind with a schema'],
    'works for CRD without validation schema': ['published-openapi: publishes a kind without a schema'],
    'works for multiple CRDs of different groups': ['published-openapi: publishes a kind with a schema'],
    'works for multiple CRDs of same group and version but different kinds': [
      'published-openapi: publishes two kinds of a group and version',
    ],
    'works for multiple CRDs of same group but different versions': [
      'published-openapi: publishes two versions of a kind',
    ],
  },
  Discovery: {
    'should locate the groupVersion and a resource within each APIGroup': ['discovery: answers /apis/apps/v1'],
    'should validate PreferredVersion for each APIGroup': ['discovery: answers /apis/apps'],
  },
  FieldValidation: {
    'should create/apply a CR with unknown fields for CRD with no validation schema': [
      'published-custom: accepts unknown fields of a kind without a schema',
    ],
    'should create/apply a valid CR for CRD with validation schema': [
      'published-custom: accepts valid custom resources strictly',
    ],
    'should create/apply an invalid CR with extra properties for CRD with validation schema': [
      'custom: drops unknown fields with warnings, or refuses them',
      'published-custom: refuses unknown fields of custom resources strictly',
    ],
    'should detect duplicates in a CR when preserving unknown fields': [
      'published-custom: refuses repeated fields of free custom resources',
    ],
    'should detect unknown and duplicate fields of a typed object': [
      'create: warns of repeated fields, and refuses them if asked',
      'create: warns of unknown fields, drops them, and refuses them if asked',
      'published-custom: refuses repeated fields of YAML',
    ],
    'should detect unknown metadata fields in both the root and embedded object of a CR': [
      'custom: keeps free and embedded values',
    ],
    'should detect unknown metadata fields of a typed object': [
      'create: warns of unknown fields, drops them, and refuses them if asked',
    ],
  },
  'Garbage collector': {
    'should delete RS created by deployment when not orphaning': ['delete: deletes the objects of a deleted owner'],
    'should delete pods created by rc when not orphaning': ['delete: deletes the objects of a deleted owner'],
    'should keep the rc around until all its pods are deleted if the deleteOptions says so [Serial]': [
      'delete: keeps an owner until its blocking objects are deleted in the foreground',
    ],
    'should not be blocked by dependency circle': ['delete: deletes a circle of owners'],
    "should not delete dependents that have both valid owner and owner that's waiting for dependents to be deleted [Serial]":
      ['delete: keeps an object of a valid owner when another one waits for it'],
    'should orphan RS created by deployment when deleteOptions.PropagationPolicy is Orphan': [
      'delete: orphans objects',
    ],
    'should orphan pods created by rc if delete options say so [Serial]': ['delete: orphans objects'],
  },
  'MutatingAdmissionPolicy [Privileged:ClusterAdmin]': {
    'should mutate a Deployment': ['policy-mutating: applies replicas to objects and scales'],
    'should mutate a Deployment with annotations': ['policy-mutating: applies annotations to a Deployment'],
    'should support MutatingAdmissionPolicy API operations': [
      'machinery: does all operations on MutatingAdmissionPolicies',
    ],
    'should support MutatingAdmissionPolicyBinding API operations': [
      'machinery: does all operations on MutatingAdmissionPolicyBindings',
    ],
  },
  'Namespaces [Serial]': {
    'should apply a finalizer to a Namespace': ['machinery: adds a finalizer to a namespace, and removes it'],
    'should apply an update to a Namespace': ['machinery: patches and updates a namespace'],
    'should apply changes to a namespace status': ['machinery: patches and updates the status of a namespace'],
    'should ensure that all pods are removed when a namespace is deleted': [
      'published-custom: deletes pods of a deleted namespace before its other objects',
    ],
    'should ensure that all services are removed when a namespace is deleted': [
      'delete: empties a namespace that is deleted',
    ],
    'should patch a Namespace': ['machinery: patches and updates a namespace'],
  },
  OrderedNamespaceDeletion: {
    'namespace deletion should delete pod first': [
      'published-custom: deletes pods of a deleted namespace before its other objects',
    ],
  },
  ResourceQuota: {
    'should apply changes to a resourcequota status': ['published-quota: changes the status of a quota'],
    'should be able to update and delete ResourceQuota.': [
      'published-quota: manages the life of a quota',
      'published-quota: lists quotas by labels, and deletes them',
    ],
    'should create a ResourceQuota and capture the life of a configMap.': [
      'published-quota: captures the life of ConfigMaps',
    ],
    'should create a ResourceQuota and capture the life of a pod.': ['published-quota: captures the life of pods'],
    'should create a ResourceQuota and capture the life of a replica set.': [
      'published-quota: captures the life of ReplicaSets',
    ],
    'should create a ResourceQuota and capture the life of a replication controller.': [
      'published-quota: captures the life of ReplicationControllers',
    ],
    'should create a ResourceQuota and capture the life of a secret.': [
      'published-quota: captures the life of Secrets',
    ],
    'should create a ResourceQuota and capture the life of a service.': [
      'published-quota: captures the life of services',
    ],
    'should create a ResourceQuota and ensure its status is promptly calculated.': [
      'published-quota: manages the life of a quota',
    ],
    'should manage the lifecycle of a ResourceQuota': ['published-quota: lists quotas by labels, and deletes them'],
    'should verify ResourceQuota with best effort scope.': [
      'published-quota: has the scopes BestEffort and NotBestEffort',
    ],
    'should verify ResourceQuota with terminating scopes.': [
      'published-quota: has the scopes Terminating and NotTerminating',
    ],
  },
  'Servers with support for API chunking': {
    'should return chunks of results for list calls': ['machinery: lists in chunks'],
    'should support continue listing from the last key if the original version has been compacted away, though the list is inconsistent [Slow]':
      'a real server compacts every five minutes; shown for the embedded cluster alone',
  },
  'Servers with support for Table transformation': {
    'should return a 406 for a backend which does not implement metadata': [
      'published-custom: answers 406 to a request for a table of a review',
    ],
  },
  'ValidatingAdmissionPolicy [Privileged:ClusterAdmin]': {
    'should allow expressions to refer variables.': [
      'policy-validating: validates Deployments, also with variables',
      'policy-validating: reads variables',
    ],
    'should support ValidatingAdmissionPolicy API operations': [
      'machinery: does all operations on ValidatingAdmissionPolicies',
    ],
    'should support ValidatingAdmissionPolicyBinding API operations': [
      'machinery: does all operations on ValidatingAdmissionPolicyBindings',
    ],
    'should validate against a Deployment': ['policy-validating: validates Deployments, also with variables'],
  },
  Watchers: {
    'should be able to restart watching from the last resource version observed by the previous watch': [
      'stream: restarts a watch from the last version that it has shown',
    ],
    'should be able to start watching from a specific resource version': [
      'watch: watches creations, changes and deletions after a version',
    ],
    'should observe add, update, and delete watch notifications on configmaps': [
      'watch: watches creations, changes and deletions after a version',
    ],
    'should observe an object deletion if it stops meeting the requirements of the selector': [
      'watch: watches objects that begin and cease to be selected',
    ],
    'should receive events on concurrent watches in same order': ['stream: shows concurrent watches the same order'],
  },
  'server version': {
    'should find the server version': ['discovery: answers /version'],
  },
};
