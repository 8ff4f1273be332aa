import type { ProcessSpec } from '../supervisor/supervisor-message.ts';

/** A program to run beside a control plane: its name is unique among those that run, its environment is all it has. */
export type ProgramSpec = Pick<ProcessSpec, 'name' | 'command' | 'args' | 'env' | 'cgroup'>;
