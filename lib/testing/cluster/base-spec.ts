/** What of a container's specification is touched here. */
interface RuntimeSpec {
  readonly process: { readonly rlimits?: readonly object[] };
}

/**
 * What containerd is to begin each container with: its own default, with as many open files as this machine allows.
 *
 * @param spec - its own default, as JSON
 * @param limit - the hard limit, as `ulimit` prints it
 * @see https://github.com/opencontainers/runtime-spec/blob/main/config.md#posix-process
 */
export function baseSpec(spec: string, limit: string): string {
  const files = /^\d+$/.test(limit.trim()) ? Number(limit) : 1_048_576;
  const own = parsed(spec);
  const rlimits = [{ type: 'RLIMIT_NOFILE', hard: files, soft: files }];
  return JSON.stringify({ ...own, process: { ...own.process, rlimits } });
}

function parsed(spec: string): RuntimeSpec {
  return JSON.parse(spec) as RuntimeSpec;
}
