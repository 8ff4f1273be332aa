/** One package in one version: what a lock pins. */
export interface LockedPackage {
  readonly name: string;
  /** As Debian writes it, with the epoch if there is one: `1:2.66-4+deb12u3`. */
  readonly version: string;
  /** Debian's name of it, such as `amd64`; `all` if it is for every one. */
  readonly architecture: string;
  /** Of the package's file, in hexadecimal. */
  readonly sha256: string;
}

/** A package that has been fetched. */
export interface DebianPackage {
  readonly name: string;
  /** What it says of itself: the paragraph of its `control` file. */
  readonly control: string;
  /** Its files, as a tar archive that isn't compressed. */
  readonly files: Uint8Array;
}
