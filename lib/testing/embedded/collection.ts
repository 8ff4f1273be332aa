// The names of collections in the store, each the group and the plural of its kind. Objects of all versions are in one collection.

/** The collection of HorizontalPodAutoscalers. */
export const autoscalers = 'autoscaling/horizontalpodautoscalers';

/** The collection of PodDisruptionBudgets. */
export const budgets = 'policy/poddisruptionbudgets';

/** The collection of PersistentVolumeClaims. */
export const claims = '/persistentvolumeclaims';

/** The collection of ConfigMaps. */
export const configMaps = '/configmaps';

/** The collection of ControllerRevisions. */
export const controllerRevisions = 'apps/controllerrevisions';

/** The collection of CronJobs. */
export const cronJobs = 'batch/cronjobs';

/** The collection of DaemonSets. */
export const daemonSets = 'apps/daemonsets';

/** The collection of CustomResourceDefinitions. */
export const definitions = 'apiextensions.k8s.io/customresourcedefinitions';

/** The collection of Deployments. */
export const deploymentObjects = 'apps/deployments';

/** The collection of Endpoints. */
export const endpointObjects = '/endpoints';

/** The collection of EndpointSlices. */
export const endpointSlices = 'discovery.k8s.io/endpointslices';

/** The collection of Events of all versions. */
export const events = '/events';

/** The collection of Jobs. */
export const jobs = 'batch/jobs';

/** The collection of Leases. */
export const leases = 'coordination.k8s.io/leases';

/** The collection of LimitRanges. */
export const limitRanges = '/limitranges';

/** The collection of namespaces. */
export const namespaces = '/namespaces';

/** The collection of nodes. */
export const nodes = '/nodes';

/** The collection of PersistentVolumes. */
export const persistentVolumes = '/persistentvolumes';

/** The collection of pods. */
export const pods = '/pods';

/** The collection of PriorityClasses. */
export const priorityClasses = 'scheduling.k8s.io/priorityclasses';

/** The collection of ResourceQuotas. */
export const quotas = '/resourcequotas';

/** The collection of ReplicaSets. */
export const replicaSets = 'apps/replicasets';

/** The collection of ReplicationControllers. */
export const replicationControllers = '/replicationcontrollers';

/** The collection of Secrets. */
export const secretObjects = '/secrets';

/** The collection of ServiceAccounts. */
export const serviceAccounts = '/serviceaccounts';

/** The collection of Services. */
export const services = '/services';

/** The collection of StatefulSets. */
export const statefulSets = 'apps/statefulsets';

/** The collection of StorageClasses. */
export const storageClasses = 'storage.k8s.io/storageclasses';
