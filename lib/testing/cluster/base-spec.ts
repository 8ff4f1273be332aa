/** The fields of a container's specification that {@link baseSpec} changes. */
interface RuntimeSpec {
  readonly process: { readonly rlimits?: readonly object[] };
}

/**
 * Returns the specification with which containerd begins each container: its default, with this machine's limit of open
 * files.
 *
 * @param spec - containerd's default, as JSON
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
