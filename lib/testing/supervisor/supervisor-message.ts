import type { Belonging } from './belonging.ts';

/** A process to start. */
export interface ProcessSpec {
  /** Unique among the running processes of one supervisor. */
  readonly name: string;
  /** Path or name of the program. */
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment: the process inherits nothing else. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** File to which standard output and standard error are appended. */
  readonly log: string;
  /** The cgroup of the process. @default the supervisor's */
  readonly cgroup?: string | undefined;
}

/** The end of a process: by itself with a code, or by a signal. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A signal to a running process: terminate, kill, suspend or resume it. */
export type ProcessSignal = 'SIGTERM' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT';

/** A request to a supervisor. */
export type SupervisorRequest =
  | { readonly type: 'own'; readonly belonging: Belonging }
  | { readonly type: 'run'; readonly process: ProcessSpec }
  | { readonly type: 'signal'; readonly name: string; readonly signal: ProcessSignal };

/** A report of a supervisor. */
export type SupervisorReport =
  | { readonly type: 'ready' }
  | { readonly type: 'refused'; readonly exists: boolean; readonly message: string }
  | { readonly type: 'running'; readonly name: string; readonly pid: number }
  | { readonly type: 'failed'; readonly name: string; readonly message: string }
  | { readonly type: 'ended'; readonly name: string; readonly exit: ProcessExit };
