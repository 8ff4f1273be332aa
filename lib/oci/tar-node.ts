import type { Pieces } from './pieces.ts';

/** What lies at a path of a file system, and whose it is. */
export type TarNode = FileNode | DirectoryNode | SymbolicLinkNode;

/** To whom something belongs. */
interface Owned {
  /** Its number. @default 0, which is root */
  readonly user?: number;
  /** Its number. @default 0, which is root */
  readonly group?: number;
}

/** A file. */
export interface FileNode extends Owned {
  readonly type: 'file';
  readonly content: Pieces;
  /** The twelve bits of its permissions. @default 0o644 */
  readonly mode?: number;
}

/** A directory. Only one that isn't root's alone, or is empty, has to be named. */
export interface DirectoryNode extends Owned {
  readonly type: 'directory';
  /** The twelve bits of its permissions. @default 0o755 */
  readonly mode?: number;
}

/** A symbolic link. */
export interface SymbolicLinkNode extends Owned {
  readonly type: 'symbolic-link';
  /** What it says, as it stands: absolute, or relative to where it lies. */
  readonly target: string;
}
