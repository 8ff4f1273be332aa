import { type FSWatcher, type WatchListener, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { systemClock, type Timer } from '../../clock/index.ts';
import { isMissingFile, isSystemError } from '../../system/index.ts';

/** The time for an editor to finish: it may empty a file first, or write several. */
const settleMs = 30;

/** The files that a program consists of, by their names. */
const sourceName = /\.(?:[cm]?[jt]s|json|ya?ml)$/;

/** Error code → the limit of the system, and a command that raises it. */
const limits: Readonly<Record<string, string>> = {
  ENOSPC: 'fs.inotify.max_user_watches, as by "sudo sysctl fs.inotify.max_user_watches=524288"',
  EMFILE:
    'fs.inotify.max_user_instances, as by "sudo sysctl fs.inotify.max_user_instances=512", or the number of open files, as by "ulimit -n 4096"',
};

/** Notices changes of sources in the directories of a program's modules, also of new files there. */
export class SourceWatch implements Disposable {
  readonly #onChange: (path: string) => void;
  readonly #onLimit: (remark: string) => void;
  readonly #watchers = new Map<string, FSWatcher>();
  #next = new AbortController();
  #settling: Timer | undefined;

  /**
   * @param onChange - called with the path of each changed file, at once.
   * @param onLimit - called with a sentence for the developer if the system has no watch for a directory.
   */
  constructor(onChange: (path: string) => void, onLimit: (remark: string) => void) {
    this.#onChange = onChange;
    this.#onLimit = onLimit;
  }

  /** Watches the directory of a module. */
  add(path: string): void {
    const directory = dirname(path);
    if (!this.#watchers.has(directory)) this.#watchDirectory(directory);
  }

  #watchDirectory(directory: string): void {
    const watcher = this.#watcherOf(directory, (event, name) => {
      if (event === 'rename' && name === basename(directory)) {
        // Another directory may have its path now.
        this.#forget(directory);
        this.#watchDirectory(directory);
        return;
      }
      if (name === null || name.startsWith('.') || !sourceName.test(name)) return;
      this.#onChange(join(directory, name));
      this.#settle();
    });
    watcher?.on('error', () => this.#forget(directory));
    if (watcher !== undefined) this.#watchers.set(directory, watcher);
  }

  /** Returns undefined if the directory is gone, and with it the modules: the change of their importers is noticed. */
  #watcherOf(directory: string, onEvent: WatchListener<string>): FSWatcher | undefined {
    try {
      return watch(directory, onEvent);
    } catch (error) {
      const limit = Object.keys(limits).find((code) => isSystemError(error, code));
      if (limit === undefined && !isMissingFile(error)) throw error;
      if (limit !== undefined)
        this.#onLimit(
          `dev doesn't notice all saves, since the system watches no more files: raise ${limits[limit]}, and start dev again`,
        );
      return undefined;
    }
  }

  /** Ends the watch of a directory, which may be removed, so that it can be added again. */
  #forget(directory: string): void {
    this.#watchers.get(directory)?.close();
    this.#watchers.delete(directory);
  }

  /** Returns a signal that aborts at the next change. */
  nextChange(): AbortSignal {
    if (this.#next.signal.aborted) this.#next = new AbortController();
    return this.#next.signal;
  }

  #settle(): void {
    this.#settling?.cancel();
    this.#settling = systemClock.timer(settleMs, () => this.#next.abort());
  }

  [Symbol.dispose](): void {
    this.#settling?.cancel();
    for (const watcher of this.#watchers.values()) watcher.close();
  }
}
