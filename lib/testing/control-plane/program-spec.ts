import type { ProcessSpec } from '../supervisor/supervisor-message.ts';

/** A program to run beside a control plane. Its name is unique among those that run; it inherits no environment. */
export type ProgramSpec = Pick<ProcessSpec, 'name' | 'command' | 'args' | 'env' | 'cgroup'>;
