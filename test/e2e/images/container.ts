// Replaces itself by the program of an image, in an approximation of a container without a container runtime: with the
// image's own files at $ROOT, read-only, as the image's user. Mounts $MOUNT at /mnt. Its arguments are those of the
// program.

/** The mount namespace of this process, which ends with it. */
const script = `
  mount --bind "$ROOT" "$ROOT"
  mount --bind "$MOUNT" "$ROOT/mnt"
  mount -t proc proc "$ROOT/proc"
  mount -o remount,bind,ro "$ROOT"
  cd /
  exec chroot --userspec=65532:65532 "$ROOT" "$@"
`;

/** The entry point of the image's configuration. */
const entrypoint = ['/usr/local/bin/node', '--max-semi-space-size=8', '/app/main.mjs'];
const words = ['unshare', '--mount', '--propagation=private', 'sh', '-euc', script, 'sh', ...entrypoint];
if (process.execve === undefined)
  throw new Error(`Node ${process.version} can't become another program: use 22.15 or newer`);
process.execve('/usr/bin/unshare', [...words, ...process.argv.slice(2)], process.env);
