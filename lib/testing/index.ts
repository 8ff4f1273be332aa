// Control plane

export type { ApiServerOptions } from './control-plane/api-server-options.ts';
export type { AuditEvent, AuditLevel } from './control-plane/audit-log.ts';
export type { Component, OptionalComponent } from './control-plane/component.ts';
export { ComponentError } from './control-plane/component-error.ts';
export { ControlPlane, type ControlPlaneOptions } from './control-plane/control-plane.ts';
export type { KubectlOptions, KubectlResult } from './control-plane/kubectl.ts';
export { ToolchainError } from './control-plane/toolchain-error.ts';

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
export { type UnreachedRight, type UnusedRightOptions, unusedRights } from './access/unused-right.ts';

// Operators

export type { ProcessExit } from './control-plane/supervisor-message.ts';
export { OperatorProcess, type OperatorProcessOptions } from './operator-process.ts';

// Time

export { ManualClock, type ManualClockOptions } from './manual-clock.ts';
