import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** A Go module whose tools, and programs of its own, are binaries that the test kit runs. */
export interface GoModule {
  /** What is built from it, such as `the control plane of Kubernetes v1.36.3`. */
  readonly title: string;
  /** How long that takes on two cores, such as `about 5 min`. */
  readonly duration: string;
  /** What helps where there is no Go, as the end of a sentence. */
  readonly instead: string;
  /** Path in the module → text: `go.mod`, `go.sum`, then its programs. */
  readonly files: ReadonlyMap<string, string>;
  /** The oldest Go that the module can be built with, such as `1.26.0`. */
  readonly go: string;
  /** Variable of a package → what it is to say. */
  readonly stamps: readonly (readonly [string, string])[];
  /** What is left out or put in. */
  readonly tags: readonly string[];
  /** Name that Go gives a program, the last part of its package → what it is called. */
  readonly renamed: readonly (readonly [string, string])[];
}

/** What is said about a module, beside what lies in its directory. */
export type GoModuleProps = Pick<GoModule, 'title' | 'duration' | 'instead'> &
  Partial<Pick<GoModule, 'stamps' | 'tags' | 'renamed'>>;

/** The texts of a module: `go.mod`, `go.sum`, then the programs named. @param directory - with a slash at its end */
export async function readModuleFiles(directory: URL, programs: readonly string[] = []): Promise<GoModule['files']> {
  const paths = ['go.mod', 'go.sum', ...programs.map((program) => `${program}/main.go`)];
  const texts = await Promise.all(paths.map(async (path) => await readFile(new URL(path, directory), 'utf8')));
  return new Map(paths.map((path, position) => [path, texts[position] ?? '']));
}

/** A module of some texts. @throws Error when its go.mod names no Go */
export function goModule(files: GoModule['files'], props: GoModuleProps): GoModule {
  const go = foundIn(files.get('go.mod') ?? '', /^go (\d+\.\d\S*)/m);
  return { stamps: [], tags: [], renamed: [], ...props, files, go };
}

/** The release of Kubernetes that a go.mod requires, such as `v1.36.3`. @throws Error when there is none */
export function requiredKubernetes(mod: string): string {
  return foundIn(mod, /^[ \t]*k8s\.io\/kubernetes (v\d+\.\d+\.\d+)\b/m);
}

/** Stamps by which programs of Kubernetes know their release. */
export function kubernetesStamps(kubernetes: string): GoModule['stamps'] {
  const [major = '', minor = ''] = kubernetes.slice(1).split('.');
  return [
    // Without these kube-apiserver reports v0.0.0, and clients take it for older than every feature.
    ['k8s.io/component-base/version.gitVersion', kubernetes],
    ['k8s.io/component-base/version.gitMajor', major],
    ['k8s.io/component-base/version.gitMinor', minor],
    // What the components and kubectl call themselves as clients.
    ['k8s.io/client-go/pkg/version.gitVersion', kubernetes],
  ];
}

/** Command line of `go` that builds all tools and programs of the module into `directory`, without touching the module. */
export function buildArguments({ files, stamps, tags }: GoModule, directory: string): readonly string[] {
  const programs = [...files.keys()].filter((path) => path.endsWith('/main.go'));
  return [
    'build',
    '-v',
    '-mod=readonly',
    '-trimpath',
    '-buildvcs=false',
    `-ldflags=-s -w ${stamps.map(([variable, value]) => `-X ${variable}=${value}`).join(' ')}`,
    ...(tags.length > 0 ? [`-tags=${tags.join(',')}`] : []),
    '-o',
    directory,
    'tool',
    ...programs.map((path) => `./${path.slice(0, -'/main.go'.length)}`),
  ];
}

/** Name of what is built from the module: another for each module, command line and platform. */
export function buildKey(module: GoModule): string {
  const hash = createHash('sha256');
  for (const text of module.files.values()) hash.update(text);
  return hash
    .update(JSON.stringify([buildArguments(module, ''), process.platform, process.arch]))
    .digest('hex')
    .slice(0, 16);
}

function foundIn(text: string, pattern: RegExp): string {
  const match = pattern.exec(text)?.[1];
  if (match === undefined) throw new Error(`go.mod has no line ${pattern}`);
  return match;
}
