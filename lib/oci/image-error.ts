import { brandedError } from '../error/index.ts';

/**
 * Thrown if an image can't be read or written.
 *
 * `unreadable`: the bytes are not an image, or are damaged. `too-large`: the content exceeds a limit. `taken`: other
 * content is at the path, and stays there. `unavailable`: the registry can't be reached, or refuses the request.
 */
export class ImageError extends brandedError('ImageError') {
  readonly code: 'unreadable' | 'too-large' | 'taken' | 'unavailable';

  constructor(code: ImageError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
