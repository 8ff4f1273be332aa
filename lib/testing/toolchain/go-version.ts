import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { GoModule } from './go-module.ts';
import { ToolchainError } from './toolchain-error.ts';

/**
 * Makes sure that the `go` command of this machine can build a module.
 *
 * @param directory - the module's: Go may download a newer toolchain for it, if its settings allow that.
 * @throws ToolchainError if Go is missing or too old.
 */
export async function requireGo(directory: string, { go: required, title, instead }: GoModule): Promise<void> {
  const remedy = `install Go ${required} or newer from https://go.dev/dl, ${instead}`;
  const found = await goVersion(directory, title, remedy);
  if (isAtLeast(found, required)) return;
  throw new ToolchainError('go-too-old', `${title} is built with Go ${required}, and this is ${found}: ${remedy}`);
}

/**
 * Returns true if a version that Go reports (`go1.26.8`, `go1.27rc1`, `devel go1.27-abc`) is `required` or newer. An unknown
 * format counts as too old.
 *
 * @param required - in the format of go.mod, such as `1.26.6`.
 * @see https://go.dev/doc/toolchain#version
 */
export function isAtLeast(version: string, required: string): boolean {
  const [found, least] = [orderOf(version), orderOf(`go${required}`)];
  if (!found || !least) return false;
  const position = found.findIndex((part, index) => part !== least[index]);
  return position === -1 || (found[position] ?? 0) > (least[position] ?? 0);
}

/** Returns numbers that sort versions: the language version, unreleased ones, release candidates, releases. */
function orderOf(version: string): readonly number[] | undefined {
  const found = /go(\d+)\.(\d+)(?:\.(\d+)|(beta|rc)(\d+))?/.exec(version);
  if (!found) return undefined;
  const [, major, minor, patch, stage, number = 0] = found;
  const stages = patch === undefined ? ['', 'beta', 'rc'].indexOf(stage ?? '') : 3;
  return [Number(major), Number(minor), stages, Number(patch ?? number)];
}

async function goVersion(directory: string, title: string, remedy: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('go', ['env', 'GOVERSION'], { cwd: directory });
    return stdout.trim();
  } catch (cause) {
    throw new ToolchainError('go-missing', `${title} is built with Go, which doesn't run here: ${remedy}`, {
      cause,
    });
  }
}
