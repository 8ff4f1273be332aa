// Control plane

export type { ApiServerOptions } from './control-plane/api-server-options.ts';
export type { AuditEvent } from './control-plane/audit-log.ts';
export type { Component, OptionalComponent } from './control-plane/component.ts';
export { ComponentError } from './control-plane/component-error.ts';
export { ControlPlane, type ControlPlaneOptions } from './control-plane/control-plane.ts';
export type { KubectlOptions, KubectlResult } from './control-plane/kubectl.ts';
export { ToolchainError } from './control-plane/toolchain-error.ts';

// Operators

export { OperatorProcess, type OperatorProcessOptions } from './operator-process.ts';

// Time

export { ManualClock, type ManualClockOptions } from './manual-clock.ts';
