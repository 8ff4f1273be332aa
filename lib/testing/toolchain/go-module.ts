import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** A Go module whose tools and programs are binaries that the test kit runs. */
export interface GoModule {
  /** The result of the build, such as `the control plane of Kubernetes v1.36.3`. */
  readonly title: string;
  /** Duration of the build on two cores, such as `about 5 min`. */
  readonly duration: string;
  /** The remedy on a machine without Go, as the end of a sentence. */
  readonly instead: string;
  /** Path in the module → text: `go.mod`, `go.sum`, then its programs. */
  readonly files: ReadonlyMap<string, string>;
  /** The oldest Go that the module can be built with, such as `1.26.0`. */
  readonly go: string;
  /** Variable of a package → its value. */
  readonly stamps: readonly (readonly [string, string])[];
  /** Build tags. */
  readonly tags: readonly string[];
  /** Name that Go gives a program, the last part of its package → its file name. */
  readonly renamed: readonly (readonly [string, string])[];
}

/** The properties of a module that its directory doesn't contain. */
export type GoModuleProps = Pick<GoModule, 'title' | 'duration' | 'instead'> &
  Partial<Pick<GoModule, 'stamps' | 'tags' | 'renamed'>>;

/**
 * Reads the texts of a module: `go.mod`, `go.sum`, then the programs named.
 *
 * @param directory - with a slash at its end
 */
export async function readModuleFiles(directory: URL, programs: readonly string[] = []): Promise<GoModule['files']> {
  const paths = ['go.mod', 'go.sum', ...programs.map((program) => `${program}/main.go`)];
  const texts = await Promise.all(paths.map(async (path) => await readFile(new URL(path, directory), 'utf8')));
  return new Map(paths.map((path, position) => [path, texts[position] ?? '']));
}

/** Returns a module of the given texts. @throws Error if its go.mod names no Go version */
export function goModule(files: GoModule['files'], props: GoModuleProps): GoModule {
  const go = foundIn(files.get('go.mod') ?? '', /^go (\d+\.\d\S*)/m);
  return { stamps: [], tags: [], renamed: [], ...props, files, go };
}

/** Returns the release of Kubernetes that a go.mod requires, such as `v1.36.3`. @throws Error if there is none */
export function requiredKubernetes(mod: string): string {
  return foundIn(mod, /^[ \t]*k8s\.io\/kubernetes (v\d+\.\d+\.\d+)\b/m);
}

/** Returns the stamps that set the release of Kubernetes programs. */
export function kubernetesStamps(kubernetes: string): GoModule['stamps'] {
  const [major = '', minor = ''] = kubernetes.slice(1).split('.');
  return [
    // Without these kube-apiserver reports v0.0.0, and clients assume that it lacks every feature.
    ['k8s.io/component-base/version.gitVersion', kubernetes],
    ['k8s.io/component-base/version.gitMajor', major],
    ['k8s.io/component-base/version.gitMinor', minor],
    // The user agent of the components and kubectl.
    ['k8s.io/client-go/pkg/version.gitVersion', kubernetes],
  ];
}

/**
 * Returns the arguments of `go` that build all tools and programs of the module into `directory`, without changes to
 * the module.
 */
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

/** Returns the name of a build, which differs for each module, command line and platform. */
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
