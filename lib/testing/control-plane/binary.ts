import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildBinaries } from '../toolchain/build.ts';
import { testKitDirectory } from '../toolchain/cache-directory.ts';
import { buildKey, type GoModule } from '../toolchain/go-module.ts';
import { ToolchainError } from '../toolchain/toolchain-error.ts';
import type { Component } from './component.ts';
import { type KubernetesRelease, releaseModule } from './release.ts';

/** A program of the control plane. */
export type Binary = Component | 'kubectl';

/** Name → path. */
export type Binaries = Readonly<Record<Binary, string>>;

/** The environment variable that decides where binaries are. */
export interface BinaryEnvironment {
  readonly KUBEBUILDER_ASSETS?: string | undefined;
}

/**
 * Finds the binaries of a control plane whose API server is of `release`.
 *
 * Those of the current release are taken from `$KUBEBUILDER_ASSETS` if they exist there. The rest, and those of another
 * release, come from the user's cache; they are built if one of `needed` is missing.
 *
 * @returns the paths of all binaries; those not needed may not exist.
 * @throws the signal's reason if it aborts during a build.
 * @throws ToolchainError if they are missing and can't be built, or `$KUBEBUILDER_ASSETS` doesn't exist.
 */
export async function locateBinaries(
  release: KubernetesRelease,
  needed: readonly Binary[],
  signal: AbortSignal,
): Promise<Binaries> {
  if (release === 'current') return await currentBinaries(needed, signal);
  const module = await releaseModule(release);
  const built = buildDirectory(module);
  await buildBinaries(module, built, signal);
  const own = { 'kube-apiserver': join(built, 'kube-apiserver'), 'kube-scheduler': join(built, 'kube-scheduler') };
  const others = needed.filter((name) => !(name in own));
  return { ...(await currentBinaries(others, signal)), ...own };
}

/** Returns true if a binary is in `$KUBEBUILDER_ASSETS`. */
export function isAsset(path: string): boolean {
  const assets = assetsDirectory(process.env);
  return assets !== undefined && path === join(assets, basename(path));
}

/** Returns the path of each binary in its directory. */
export function binaryPaths(directoryOf: (name: Binary) => string): Binaries {
  const path = (name: Binary): string => join(directoryOf(name), name);
  return {
    etcd: path('etcd'),
    'kube-apiserver': path('kube-apiserver'),
    'kube-controller-manager': path('kube-controller-manager'),
    'kube-scheduler': path('kube-scheduler'),
    kubectl: path('kubectl'),
    kwok: path('kwok'),
  };
}

async function currentBinaries(needed: readonly Binary[], signal: AbortSignal): Promise<Binaries> {
  const assets = assetsDirectory(process.env);
  const module = await releaseModule('current');
  const built = buildDirectory(module);
  const binaries = binaryPaths((name) => (assets !== undefined && existsSync(join(assets, name)) ? assets : built));
  if (needed.some((name) => binaries[name] === join(built, name))) await buildBinaries(module, built, signal);
  return binaries;
}

function buildDirectory(module: GoModule): string {
  return join(testKitDirectory(), 'control-plane', buildKey(module));
}

function assetsDirectory({ KUBEBUILDER_ASSETS: assets = '' }: BinaryEnvironment): string | undefined {
  if (assets === '') return undefined;
  if (existsSync(assets)) return assets;
  throw new ToolchainError(
    'assets-missing',
    `KUBEBUILDER_ASSETS is ${assets}, which doesn't exist: correct it, or unset it to build the binaries`,
  );
}
