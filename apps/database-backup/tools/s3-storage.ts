import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Bucket } from '../task.ts';
import { archiveTime } from './archive-name.ts';
import { Failure } from './failure.ts';
import { manifestFile } from './manifest.ts';
import { collected } from './program.ts';
import { type ArchiveStorage, type Content, ownerFile } from './storage.ts';

/** A dump has at most 10,000 parts, and each run keeps two of them in memory. */
const partBytes = 16 * 2 ** 20;

/** Archives as objects of a bucket. The manifest is the last that is written and the first that is removed. */
export class S3Storage implements ArchiveStorage {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #signal: AbortSignal;

  constructor({ endpoint, bucket, prefix, region, pathStyle, caFile }: Bucket, signal: AbortSignal) {
    this.#client = new S3Client({
      endpoint,
      region,
      forcePathStyle: pathStyle,
      // Not all servers know the checksums that the client adds; manifests have their own.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: 10_000,
        socketTimeout: 60_000,
        ...(caFile !== undefined && { httpsAgent: new Agent({ ca: readFileSync(caFile) }) }),
      },
    });
    [this.#bucket, this.#prefix, this.#signal] = [bucket, prefix === '' ? '' : `${prefix}/`, signal];
  }

  async owner(proposed: string): Promise<string> {
    const found = async () => Buffer.concat(await collected(this.read(...ownerFile))).toString();
    try {
      return await found();
    } catch (error) {
      if (!(error instanceof NoSuchKey)) throw error;
    }
    await this.#put(this.#key(...ownerFile), proposed);
    return await found();
  }

  async list(): Promise<readonly string[]> {
    const archives = await this.#archives();
    return [...archives.keys()].filter((name) => archives.get(name)?.includes(manifestFile)).toSorted();
  }

  async clear(): Promise<void> {
    for (const [archive, files] of await this.#archives()) {
      if (!files.includes(manifestFile)) await this.#delete(archive, files);
    }
    // A page has a thousand uploads, and a dead run leaves one. Those below deeper prefixes belong to other DatabaseBackups.
    const { Uploads = [] } = await this.#client.send(
      new ListMultipartUploadsCommand({ Bucket: this.#bucket, Prefix: this.#prefix }),
    );
    for (const { Key = '', UploadId } of Uploads) {
      if (this.#place(Key) === undefined) continue;
      await this.#client.send(new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key, UploadId }));
    }
  }

  async write(archive: string, file: string, content: Content): Promise<void> {
    const body = Readable.from(content, { objectMode: false });
    const upload = new Upload({
      client: this.#client,
      params: { Bucket: this.#bucket, Key: this.#key(archive, file), Body: body },
      partSize: partBytes,
      queueSize: 2,
    });
    const stop = () => void upload.abort();
    this.#signal.addEventListener('abort', stop);
    try {
      await upload.done();
    } catch (error) {
      this.#signal.throwIfAborted();
      throw error;
    } finally {
      this.#signal.removeEventListener('abort', stop);
      body.destroy();
    }
  }

  async complete(archive: string, manifest: string): Promise<void> {
    await this.#put(this.#key(archive, manifestFile), manifest);
  }

  async *read(archive: string, file: string): AsyncGenerator<Uint8Array> {
    const object = { Bucket: this.#bucket, Key: this.#key(archive, file) };
    const { Body } = await this.#client.send(new GetObjectCommand(object), { abortSignal: this.#signal });
    if (!(Body instanceof Readable)) throw new Failure(`object ${object.Key} has no content: restore another archive`);
    for await (const chunk of Body) yield chunk as Uint8Array;
  }

  async remove(archive: string): Promise<void> {
    const files = (await this.#archives()).get(archive) ?? [];
    await this.#delete(archive, [manifestFile, ...files.filter((file) => file !== manifestFile)]);
  }

  /** Returns the files of each archive, also of unfinished ones. */
  async #archives(): Promise<ReadonlyMap<string, readonly string[]>> {
    const archives = new Map<string, string[]>();
    const input = { Bucket: this.#bucket, Prefix: this.#prefix };
    for await (const { Contents = [] } of paginateListObjectsV2({ client: this.#client }, input)) {
      for (const { Key = '' } of Contents) {
        const place = this.#place(Key);
        if (place !== undefined) archives.set(place.archive, [...(archives.get(place.archive) ?? []), place.file]);
      }
    }
    return archives;
  }

  /** Returns the archive and the file of a key; undefined for a key of another DatabaseBackup. */
  #place(key: string): { readonly archive: string; readonly file: string } | undefined {
    const [archive = '', file = '', ...deeper] = key.slice(this.#prefix.length).split('/');
    return archiveTime(archive) === undefined || deeper.length > 0 ? undefined : { archive, file };
  }

  async #put(key: string, text: string): Promise<void> {
    await this.#client.send(new PutObjectCommand({ Bucket: this.#bucket, Key: key, Body: text }));
  }

  async #delete(archive: string, files: readonly string[]): Promise<void> {
    for (const file of files) {
      await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: this.#key(archive, file) }));
    }
  }

  #key(archive: string, file: string): string {
    return `${this.#prefix}${archive}/${file}`;
  }
}
