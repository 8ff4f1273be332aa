import type { Belonging } from './belonging.ts';

/** A process to start. */
export interface ProcessSpec {
  /** Unique among the running processes of one supervisor. */
  readonly name: string;
  /** Path or name of the program. */
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment: nothing else is inherited. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** File that standard output and standard error are appended to. */
  readonly log: string;
  /** The cgroup that it is in. @default the supervisor's */
  readonly cgroup?: string | undefined;
}

/** How a process ended: by itself with a code, or by a signal. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** What can be done to a running process: ask it to end, end it at once, or hold it and let it go on. */
export type ProcessSignal = 'SIGTERM' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT';

/** What a supervisor is asked to do. */
export type SupervisorRequest =
  | { readonly type: 'own'; readonly belonging: Belonging }
  | { readonly type: 'run'; readonly process: ProcessSpec }
  | { readonly type: 'signal'; readonly name: string; readonly signal: ProcessSignal };

/** What a supervisor has to tell. */
export type SupervisorReport =
  | { readonly type: 'ready' }
  | { readonly type: 'refused'; readonly exists: boolean; readonly message: string }
  | { readonly type: 'running'; readonly name: string; readonly pid: number }
  | { readonly type: 'failed'; readonly name: string; readonly message: string }
  | { readonly type: 'ended'; readonly name: string; readonly exit: ProcessExit };
