// Becomes the program of an image, as in a container as far as that goes without the tools for one: in the image's own files at
// $ROOT, of which none can be written to, as the image's user. What lies at $MOUNT is mounted at /mnt.
// Started with the words of the program.

/** The mounts are this process's own, and go with it. */
const script = `
  mount --bind "$ROOT" "$ROOT"
  mount --bind "$MOUNT" "$ROOT/mnt"
  mount -t proc proc "$ROOT/proc"
  mount -o remount,bind,ro "$ROOT"
  cd /
  exec chroot --userspec=65532:65532 "$ROOT" "$@"
`;

/** Of the image's configuration. */
const entrypoint = ['/usr/local/bin/node', '/app/main.mjs'];
const words = ['unshare', '--mount', '--propagation=private', 'sh', '-euc', script, 'sh', ...entrypoint];
if (process.execve === undefined)
  throw new Error(`Node ${process.version} can't become another program: use 22.15 or newer`);
process.execve('/usr/bin/unshare', [...words, ...process.argv.slice(2)], process.env);
