import type { Pieces } from './pieces.ts';

/** A node of a file system, with its owner. */
export type TarNode = FileNode | DirectoryNode | SymbolicLinkNode;

/** The owner of a node. */
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
  /** The twelve permission bits. @default 0o644 */
  readonly mode?: number;
}

/** A directory. A directory of root with content need not be listed. */
export interface DirectoryNode extends Owned {
  readonly type: 'directory';
  /** The twelve permission bits. @default 0o755 */
  readonly mode?: number;
}

/** A symbolic link. */
export interface SymbolicLinkNode extends Owned {
  readonly type: 'symbolic-link';
  /** The unchanged target: absolute, or relative to the link's directory. */
  readonly target: string;
}
