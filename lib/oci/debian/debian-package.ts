/** One package in one version, as an entry of a lock. */
export interface LockedPackage {
  readonly name: string;
  /** Debian's version, with the epoch if there is one: `1:2.66-4+deb12u3`. */
  readonly version: string;
  /** Debian's name of the architecture, such as `amd64`; `all` for all of them. */
  readonly architecture: string;
  /** The digest of the package's file, in hexadecimal. */
  readonly sha256: string;
}

/** A downloaded package. */
export interface DebianPackage {
  readonly name: string;
  /** The paragraph of its `control` file. */
  readonly control: string;
  /** Its files, as an uncompressed tar archive. */
  readonly files: Uint8Array;
}
