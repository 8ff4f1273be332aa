import type { Supervisor } from '../supervisor/supervisor.ts';
import type { ClusterAuthority } from './cluster-authority.ts';
import type { ComponentPlace, ComponentProcesses } from './component-processes.ts';
import type { RunDirectory } from './run-directory.ts';

/** The network and host of a control plane. */
export interface Site extends ComponentPlace {
  /** Names and IP addresses of the API server in addition to loopback. */
  readonly hosts: readonly string[];
  /** Called once, before any process of the control plane is started. */
  prepare(parts: SiteParts): Promise<void>;
}

/** The run directory and processes of a control plane. */
export interface SiteParts {
  readonly run: RunDirectory;
  readonly supervisor: Supervisor;
  readonly processes: ComponentProcesses;
  readonly authority: ClusterAuthority;
}

/** This machine, where only local processes reach the control plane. */
export const loopback: Site = {
  hosts: [],
  prepare: () => Promise.resolve(),
  entry: [],
  args: {},
};
