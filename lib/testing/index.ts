// Callbacks, without a cluster

export { RenderError } from '../render/index.ts';
export type { CallbackRequest } from './callback/callback-cluster.ts';
export type { CallbackTestOptions, Fixture } from './callback/callback-test.ts';
export { ControllerTest } from './callback/controller-test.ts';
export { type AdmissionOptions, WebhookTest } from './callback/webhook-test.ts';
export type { RecordedEvent, RecordedLine, RecordedValue } from './callback-recorder.ts';

// Properties of an operator for all specs

export { checkProperties, type PropertyOptions } from './property/check-properties.ts';
export type { PropertyReport } from './property/property-check.ts';
export { PropertyError, type SpecProperty } from './property/property-error.ts';

// Embedded cluster

export type { MetricValues } from './embedded/controller/metric-values.ts';
export { PodScript, type PodScriptOptions } from './embedded/controller/pod/pod-script.ts';
export type { PodScripts, ScriptedPod } from './embedded/controller/pod/pod-scripts.ts';
export { EmbeddedCluster } from './embedded/embedded-cluster.ts';
export type { EmbeddedAddress, EmbeddedClusterOptions, EmbeddedUser } from './embedded/embedded-cluster-options.ts';

// Scenario

export type { AppliedObject } from './scenario/applied-object.ts';
export type { OperatorClass, OperatorSite, OperatorSource } from './scenario/operator-source.ts';
export { Scenario, type ScenarioOptions, type ScenarioStep, scenario } from './scenario/scenario.ts';
export type { SentRequest } from './scenario/sent-request.ts';
export { SettlingError } from './scenario/settling-error.ts';
export { type ChangedStatus, type Changes, type ObjectName, World } from './scenario/world.ts';

// Explorer

export { ExplorationError } from './explorer/exploration-error.ts';
export { type Exploration, type ExploreOptions, explore } from './explorer/explore.ts';
export { ScheduleError } from './explorer/fault.ts';
export type { ExploredProperty } from './explorer/run-property.ts';
export { type TestOperatorOptions, testOperator } from './test-operator.ts';

// Control plane

export type { AuditEvent, AuditLevel } from './control-plane/audit-log.ts';
export type { Component, OptionalComponent } from './control-plane/component.ts';
export { ComponentError } from './control-plane/component-error.ts';
export type { ProgramSpec } from './control-plane/component-processes.ts';
export { ControlPlane } from './control-plane/control-plane.ts';
export type { ApiServerOptions, ControlPlaneOptions } from './control-plane/control-plane-options.ts';
export type { KubectlOptions, KubectlResult } from './control-plane/kubectl.ts';
export type { SupervisedProcess } from './supervisor/supervisor.ts';
export { ToolchainError } from './toolchain/toolchain-error.ts';

// Cluster

export { Cluster, type ClusterOptions, type ExecOptions, type ExecResult, type PodAddress } from './cluster/cluster.ts';
export type { ClusterNode } from './cluster/cluster-node.ts';
export type { PodSecurity } from './cluster/pod-security.ts';
export type { PortForward, PortForwardTarget } from './cluster/port-forward.ts';

// Access

export {
  type Authorization,
  formatAuthorization,
  type ObjectAuthorization,
  type PathAuthorization,
} from './access/authorization.ts';
export { type GrantedRight, grantedRights } from './access/granted-right.ts';
export { missingRights } from './access/missing-right.ts';
export { type RecordedRequest, recordedAccess } from './access/recorded-access.ts';
export { impliedRights, type UnreachedRight, type UnusedRightOptions, unusedRights } from './access/unused-right.ts';

// Operators

export { OperatorProcess, type OperatorProcessOptions, type ProgramHost } from './operator-process.ts';
export type { ProcessExit } from './supervisor/supervisor-message.ts';

// Time

export { ManualClock, type ManualClockOptions } from './manual-clock.ts';
