/**
 * An image can't be read, or not be written where it was to go.
 *
 * `unreadable`: what is there is no image, or a damaged one. `too-large`: it amounts to more than is read of an image.
 * `taken`: something else is there, which stays.
 */
export class ImageError extends Error {
  override readonly name = 'ImageError';
  readonly code: 'unreadable' | 'too-large' | 'taken';

  constructor(code: ImageError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
