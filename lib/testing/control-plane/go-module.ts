import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** Which Kubernetes: the newest that the library knows, or the oldest that operators are for. */
export type Release = 'current' | 'oldest';

/** A Go module whose tools are binaries of the control plane: all of the current release, what its age matters to of the oldest. */
export interface GoModule {
  readonly release: Release;
  /** Text of go.mod. */
  readonly mod: string;
  /** Text of go.sum. */
  readonly sum: string;
  /** The release of Kubernetes that the module requires, such as `v1.36.3`. The only place where it is written. */
  readonly kubernetes: string;
  /** The oldest Go that the module can be built with, such as `1.26`. */
  readonly go: string;
}

/** Release → directory of its module, in the published package too. */
const directories: Readonly<Record<Release, string>> = { current: '.', oldest: './oldest' };

/** Reads the module of a release. */
export async function readGoModule(release: Release): Promise<GoModule> {
  const directory = directories[release];
  const [mod, sum] = await Promise.all([read(`${directory}/go.mod`), read(`${directory}/go.sum`)]);
  return goModule(release, mod, sum);
}

/**
 * What the texts of a go.mod and its go.sum say.
 *
 * @throws Error when go.mod names no Kubernetes or no Go.
 */
export function goModule(release: Release, mod: string, sum: string): GoModule {
  return {
    release,
    mod,
    sum,
    kubernetes: found(mod, /^\s*k8s\.io\/kubernetes (v\d+\.\d+\.\d+)\b/m),
    go: found(mod, /^go (\d+\.\d+)/m),
  };
}

/** Command line of `go` that builds all tools of the module into `directory`, without touching the module. */
export function buildArguments({ kubernetes }: GoModule, directory: string): readonly string[] {
  const [major, minor] = kubernetes.slice(1).split('.');
  const stamps = [
    // Without these kube-apiserver reports v0.0.0, and clients take it for older than every feature.
    `-X k8s.io/component-base/version.gitVersion=${kubernetes}`,
    `-X k8s.io/component-base/version.gitMajor=${major}`,
    `-X k8s.io/component-base/version.gitMinor=${minor}`,
    // What the components and kubectl call themselves as clients.
    `-X k8s.io/client-go/pkg/version.gitVersion=${kubernetes}`,
  ];
  return [
    'build',
    '-v',
    '-mod=readonly',
    '-trimpath',
    '-buildvcs=false',
    `-ldflags=-s -w ${stamps.join(' ')}`,
    '-o',
    directory,
    'tool',
  ];
}

/** Name of what is built from the module: another for each module, command line and platform. */
export function buildKey(module: GoModule): string {
  return createHash('sha256')
    .update(module.mod)
    .update(module.sum)
    .update(JSON.stringify([buildArguments(module, ''), process.platform, process.arch]))
    .digest('hex')
    .slice(0, 16);
}

function found(text: string, pattern: RegExp): string {
  const match = pattern.exec(text)?.[1];
  if (match === undefined) throw new Error(`go.mod of the control plane has no line ${pattern}`);
  return match;
}

function read(file: string): Promise<string> {
  return readFile(new URL(file, import.meta.url), 'utf8');
}
